import { PRESETS } from '../../../src/domain/administration/grants.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { deleteOldReports } from '../../../src/jobs/networking.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, aConnection, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const REPORTS = '/api/v1/admin/reports';
const SPAM = { reason: 'spam' };

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let ada: User;
let ben: User;
let zoe: User;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('users').delete();
  await api.db('rate_limit_counters').delete();
  [ada, ben, zoe] = await people(api.db, 3);
});

const report = (by: User, user: Pick<User, 'id'>, fields: object = SPAM, on = api) =>
  on.as(by).post(`/api/v1/users/${user.id}/report`).send(fields);
const reported = async (by: User, user: User, fields: object = SPAM): Promise<number> =>
  (await report(by, user, fields).expect(201)).body.id;
const resolve = (id: number, decision: object, on = api) =>
  on.admin().post(`${REPORTS}/${id}/resolve`).send(decision);
const listed = async (query: object = {}) =>
  (await api.admin().get(REPORTS).query(query).expect(200)).body.data;
const rows = () => api.db('user_reports').orderBy('id');
const warnings = () => api.db('notifications').where({ type: 'warning' });
const isMissing = ({ body }: { body: unknown }) => expect(body).toEqual(failure('NOT_FOUND'));

describe('POST /users/:id/report', () => {
  it('keeps the profile and the message as they were', async () => {
    await aConnection(api.db, [ben, ada], 'pending');
    const [{ id: connection_id }] = await api
      .db('connections')
      .update({ message: 'Cheap loans!' })
      .returning('id');
    await api.db('users').where({ id: ben.id }).update({ bio: 'Loans for all' });
    const given = { reason: 'spam', text: ' Sells loans ', connection_id };
    const { body } = await report(ada, ben, given).expect(201);
    expect(body).toEqual({
      ...given,
      id: expect.any(Number),
      reported_id: ben.id,
      text: 'Sells loans',
      created_at: expect.any(String),
    });
    await api.db('users').where({ id: ben.id }).update({ bio: null });
    await api.as(ada).put(`/api/v1/users/${ben.id}/block`).expect(200);

    const [first] = await listed();
    expect(first).toMatchObject({
      id: body.id,
      status: 'open',
      reporter: { id: ada.id },
      reported: { id: ben.id, is_blocked: false },
      profile: { first_name: ben.first_name, bio: 'Loans for all' },
      message: 'Cheap loans!',
      connection_id: null,
      outcome: null,
    });
    expect(first.profile).not.toHaveProperty('username');
  });

  it('answers the open report again, and takes a new one after its resolution', async () => {
    const id = await reported(ada, ben);
    const { body } = await report(ada, ben, { reason: 'other', text: 'Again' }).expect(200);
    expect(body).toMatchObject({ id, reason: 'spam', text: null });
    await resolve(id, { outcome: 'dismissed' }).expect(200);
    expect(await reported(ada, ben)).not.toBe(id);
    await report(zoe, ben).expect(201);
  });

  it('makes one report of ten at once on two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => report(ada, ben, SPAM, n % 2 ? api : other)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(9).fill(200), 201]);
    expect(await rows()).toHaveLength(1);
  });

  it('takes five new ones in 24 hours, ten at once, also of a new account', async () => {
    const others = await people(api.db, 10);
    const answers = await Promise.all(
      others.map((user, n) => report(ada, user, SPAM, n % 2 ? api : other)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
    const refused = await report(ada, ben).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await rows()).toHaveLength(5);
    await report(zoe, ben).expect(201);
  });

  it('refuses oneself, the unknown, the erased, a foreign connection and an unknown reason', async () => {
    await aConnection(api.db, [ben, zoe]);
    const { id: connection_id } = await api.db('connections').first('id');
    const own = await report(ada, ada).expect(400);
    expect(own.body).toEqual(refusal('id'));
    const foreign = await report(ada, ben, { ...SPAM, connection_id }).expect(400);
    expect(foreign.body).toEqual(refusal('connection_id'));
    const unknown = await report(ada, ben, { reason: 'dislike' }).expect(400);
    expect(unknown.body).toEqual(refusal('reason'));
    await report(ada, { id: 999_999 }).expect(404).expect(isMissing);
    await api.as(ben).delete('/api/v1/users/me').expect(200);
    await report(ada, ben).expect(404).expect(isMissing);
    expect(await rows()).toEqual([]);
  });

  it('answers 404 to a user whom the other blocks, and takes a report of one whom one blocks', async () => {
    await api.as(ben).put(`/api/v1/users/${ada.id}/block`).expect(200);
    await report(ada, ben).expect(404).expect(isMissing);
    await report(ben, ada).expect(201);
  });

  it('is deleted with the reported user, and stays without an erased reporter', async () => {
    await reported(ada, ben, { reason: 'other', text: 'Words of Ada' });
    await reported(zoe, ada);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await rows()).toMatchObject([{ reporter_id: null, reported_id: ben.id, text: null }]);
    expect(await listed()).toMatchObject([{ reporter: null, reported: { id: ben.id } }]);
  });

  it.each([
    ['own message of an erased reporter', () => [ada, ben], null],
    ['message of the reported user', () => [ben, ada], 'Meet me at the dock'],
  ] as const)('loses or keeps it: the %s', async (_, pair, kept) => {
    const [from, to] = pair() as [User, User];
    await aConnection(api.db, [from, to], 'pending');
    const [{ id: connection_id }] = await api
      .db('connections')
      .update({ message: 'Meet me at the dock' })
      .returning('id');
    await reported(ada, ben, { reason: 'spam', connection_id });
    // The connection, which says who wrote it, is gone before the erasure.
    await api.as(ada).put(`/api/v1/users/${ben.id}/block`).expect(200);
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect(await rows()).toMatchObject([{ reporter_id: null, message: kept }]);
  });

  it('is in the export of its reporter only', async () => {
    await reported(ada, ben, { reason: 'other', text: 'Words of Ada' });
    const exported = async (user: User) =>
      (await api.as(user).get('/api/v1/users/me/export').expect(200)).body.user_reports;
    expect(await exported(ada)).toMatchObject([{ user: { id: ben.id }, text: 'Words of Ada' }]);
    expect(await exported(ben)).toEqual([]);
  });
});

describe('GET /admin/reports', () => {
  it('filters, and pages the newest first', async () => {
    const ids: number[] = [];
    for (const [by, user] of [
      [ada, ben],
      [ada, zoe],
      [zoe, ben],
    ] as const) {
      ids.push(await reported(by, user));
      api.advance(1_000);
    }
    await resolve(ids[0] ?? 0, { outcome: 'dismissed' }).expect(200);
    const idsOf = async (query: object) => (await listed(query)).map(({ id }: User) => id);
    expect(await idsOf({})).toEqual([...ids].reverse());
    expect(await idsOf({ status: 'open' })).toEqual([ids[2], ids[1]]);
    expect(await idsOf({ status: 'resolved' })).toEqual([ids[0]]);
    expect(await idsOf({ user_id: ben.id })).toEqual([ids[2], ids[0]]);

    const first = await api.admin().get(REPORTS).query({ limit: 2 }).expect(200);
    const { next_cursor: cursor } = first.body.pagination;
    expect(await idsOf({ limit: 2, cursor })).toEqual([ids[0]]);
  });

  it('is for the preset moderation, and for no key of some conferences', async () => {
    const { id } = await aConference(api.db);
    const moderator = await aKey(api.db, { scopes: PRESETS.moderation });
    const limited = await aKey(api.db, { scopes: PRESETS.moderation, conference_ids: [id] });
    await api.admin(moderator.secret).get(REPORTS).expect(200);
    await api.admin(moderator.secret).get(`/api/v1/admin/users/${ben.id}`).expect(200);
    await api.admin(limited.secret).get(REPORTS).expect(403);
    const door = await aKey(api.db, { scopes: PRESETS.door });
    await api.admin(door.secret).get(REPORTS).expect(403);
  });
});

describe('POST /admin/reports/:id/resolve', () => {
  it('dismisses silently, and records it', async () => {
    const id = await reported(ada, ben);
    const { body } = await resolve(id, { outcome: 'dismissed', note: 'A joke' }).expect(200);
    expect(body).toMatchObject({ id, status: 'resolved', outcome: 'dismissed', note: 'A joke' });
    expect(await warnings()).toEqual([]);
    const audit = await api
      .db('audit_log')
      .where({ action: 'user.resolve_report', subject_id: ben.id });
    expect(audit).toMatchObject([
      { subject_id: ben.id, after: { report_id: id, outcome: 'dismissed' } },
    ]);
  });

  it('warns once, without a word of the reporter', async () => {
    const id = await reported(ada, ben, { reason: 'other', text: 'Words of Ada' });
    for (const _ of [1, 2]) await resolve(id, { outcome: 'warned' }).expect(200);
    const { body } = await api.as(ben).get('/api/v1/notifications').expect(200);
    expect(body.data).toMatchObject([{ type: 'warning', title: 'A warning from the organizers' }]);
    expect(JSON.stringify(body)).not.toContain(ada.first_name);
    const refused = await resolve(id, { outcome: 'blocked' }).expect(409);
    expect(refused.body).toEqual(failure('CONFLICT'));
    expect(await api.db('users').where({ id: ben.id }).first('is_blocked')).toEqual({
      is_blocked: false,
    });
  });

  it('blocks the account', async () => {
    const id = await reported(ada, ben);
    const { body } = await resolve(id, { outcome: 'blocked' }).expect(200);
    expect(body.reported.is_blocked).toBe(true);
    await api.as(ben).get('/api/v1/users/me').expect(403);
    await api.admin().post(`/api/v1/admin/users/${ben.id}/unblock`).expect(200);
    await api.as(ben).get('/api/v1/users/me').expect(200);
  });

  it('lets one of ten decisions at once win, with one notice at most', async () => {
    const id = await reported(ada, ben);
    const outcomes = ['dismissed', 'warned', 'blocked'];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        resolve(id, { outcome: outcomes[n % 3] }, n % 2 ? api : other),
      ),
    );
    const [row] = await rows();
    for (const [n, { status }] of answers.entries()) {
      expect(status).toBe(outcomes[n % 3] === row.outcome ? 200 : 409);
    }
    expect(await warnings()).toHaveLength(row.outcome === 'warned' ? 1 : 0);
    const { is_blocked } = await api.db('users').where({ id: ben.id }).first('is_blocked');
    expect(is_blocked).toBe(row.outcome === 'blocked');
  });

  it('neither survives an erasure nor deadlocks with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [person] = await people(api.db, 1);
      await api.db('rate_limit_counters').delete();
      const id = await reported(ada, person);
      const [erased, ...decisions] = await Promise.all([
        api.as(person).delete('/api/v1/users/me'),
        resolve(id, { outcome: 'blocked' }, other),
        report(zoe, person, SPAM, other),
      ]);
      expect(erased.status).toBe(200);
      for (const { status } of decisions) expect([200, 201, 404]).toContain(status);
      expect(await api.db('user_reports').where({ reported_id: person.id })).toEqual([]);
    }
  });

  it('refuses an unknown report and an unknown outcome', async () => {
    await resolve(999_999, { outcome: 'warned' }).expect(404).expect(isMissing);
    const id = await reported(ada, ben);
    const { body } = await resolve(id, { outcome: 'jailed' }).expect(400);
    expect(body).toEqual(refusal('outcome'));
  });
});

describe('the job delete-old-reports', () => {
  it('deletes reports a year after their resolution', async () => {
    await using later = await startApi({ on: api });
    const run = () => {
      const { userReports } = later.services;
      return deleteOldReports.run({ userReports }, null, new AbortController().signal);
    };
    await reported(ada, zoe);
    await resolve(await reported(ada, ben), { outcome: 'warned' }).expect(200);
    later.advance(api.now().getTime() - later.now().getTime() + 365 * DAY_MS);
    expect(await run()).toEqual({ deleted: 0 });
    later.advance(DAY_MS);
    expect(await run()).toEqual({ deleted: 1 });
    expect(await rows()).toMatchObject([{ reported_id: zoe.id }]);
  });
});
