import type { OfflineRow } from '../../../src/domain/attendance/offline-attendee-lists.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { aDevice, scannedCode } from '../../support/offline-attendee-lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  conference = await aConference(api.db);
});

const admin = (method: 'post' | 'delete' | 'patch', path: string, body: object = {}) =>
  api.admin()[method](`/api/v1/admin/${path}`).send(body);
const rosterOf = ({ id }: { readonly id: number }, key?: string) =>
  api.admin(key).get(`/api/v1/admin/conferences/${id}/check-in/roster`);
const ticketOf = async (user: User): Promise<string> =>
  (await api.as(user).get(`/api/v1/conferences/${conference.id}/ticket`).expect(200)).body.code;

describe('GET /admin/conferences/:conference_id/check-in/roster', () => {
  it('says of each attendee what a device does without a network', async () => {
    const names = ['Ada', 'Grace', 'Edith', 'Radia', 'Barbara', 'Hedy'];
    const users: User[] = [];
    for (const first_name of names) users.push(await aUser(api.db, { first_name }));
    const [ada, grace, edith, radia, barbara, hedy] = users as [User, User, User, User, User, User];
    for (const user of [ada, radia, barbara]) await aRegistration(api.db, [user, conference]);
    await aRegistration(api.db, [grace, conference], { status: 'checked_in', ticket_type: 'vip' });
    await aRegistration(api.db, [edith, conference], { status: 'waitlisted' });
    await aRegistration(api.db, [hedy, conference], { status: 'cancelled' });
    await api.db('users').where({ id: radia.id }).update({ is_blocked: true });
    await api.db('registrations').where({ user_id: barbara.id }).update({ claimed_by: 'username' });

    const { body, headers } = await rosterOf(conference).expect(200);

    expect(headers['cache-control']).toContain('no-store');
    const code = expect.stringMatching(/^[\w-]{7}$/);
    const row = ({ id, first_name: name }: User, status: string, rest: object = {}) => ({
      id,
      name,
      ticket_type: null,
      status,
      code,
      ...rest,
    });
    expect(body).toEqual({
      key: expect.stringMatching(/^[\w-]{43}$/),
      starts_over: true,
      is_cancelled: false,
      rows: [
        row(ada, 'expected'),
        row(grace, 'in', { ticket_type: 'vip' }),
        row(edith, 'waitlisted', { code: null }),
        row(radia, 'ask'),
        row(barbara, 'ask'),
      ],
      gone: [],
      guests: [],
      gone_guests: [],
      has_more: false,
      cursor: expect.any(String),
    });
    await api.db('conferences').where({ id: conference.id }).update({ status: 'cancelled' });
    expect((await rosterOf(conference).expect(200)).body.is_cancelled).toBe(true);
  });

  it('has codes by which a device recognizes scanned tickets, and no ticket code', async () => {
    const user = await aUser(api.db);
    await aRegistration(api.db, [user, conference]);
    const code = await ticketOf(user);
    const device = aDevice(api, conference);
    await device.sync();

    const row = device.rows.get(user.id);
    expect(row?.code).toBe(scannedCode(`  ${code.toLowerCase()}\n`, device.key()));
    expect(row?.code).not.toBe(scannedCode(code.replace(/.$/, 'Z'), device.key()));
    expect(JSON.stringify([...device.rows])).not.toContain(code.slice(-14));

    // A seat that was given up and taken again has another ticket.
    await api.as(user).delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    await api.as(user).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await device.sync();
    const again = device.rows.get(user.id)?.code;
    expect(again).toBe(scannedCode(await ticketOf(user), device.key()));
    expect(again).not.toBe(row?.code);
  });

  it('has a key for each credential and conference, and starts over with another one', async () => {
    const user = await aUser(api.db);
    const other = await aConference(api.db);
    for (const each of [conference, other]) await aRegistration(api.db, [user, each]);
    const key = await aKey(api.db, { scopes: ['door:read'], conference_ids: [conference.id] });

    const mine = (await rosterOf(conference).expect(200)).body;
    expect((await rosterOf(conference).expect(200)).body.key).toBe(mine.key);
    const theirs = (await rosterOf(conference, key.secret).expect(200)).body;
    const elsewhere = (await rosterOf(other).expect(200)).body;
    expect(new Set([mine.key, theirs.key, elsewhere.key]).size).toBe(3);
    expect(theirs.rows[0].code).not.toBe(mine.rows[0].code);

    const resumed = await rosterOf(conference, key.secret).query({ cursor: mine.cursor });
    expect(resumed.body).toMatchObject({ starts_over: true, rows: theirs.rows });
    const same = await rosterOf(conference, key.secret).query({ cursor: theirs.cursor });
    expect(same.body).toMatchObject({ starts_over: false, key: theirs.key });
    await rosterOf(other, key.secret).expect(404);
  });

  it('is refused with a cursor of another kind, and for no conference', async () => {
    const refused = await rosterOf(conference).query({ cursor: 'WzFd' }).expect(400);
    expect(refused.body.error).toBe('cursor: expected a cursor of this roster');
    expect((await rosterOf({ id: 999_999 }).expect(404)).body).toEqual(
      failure('NOT_FOUND', 'conference not found'),
    );
  });

  it('leaves one row in the audit log for the pages of an hour', async () => {
    const { public_id, secret } = await aKey(api.db, { scopes: ['door:read'] });
    for (let page = 0; page < 3; page += 1) await rosterOf(conference, secret).expect(200);
    const rows = await api.db('audit_log').where({ actor: `key ${public_id}` });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'people.read',
      after: { endpoint: 'getCheckInRoster', reads: 1 },
    });
  });

  it('takes 2,000 people in a fifth of 400 kB, by a constant number of statements', async () => {
    await twoThousandPeople();
    const all = () => rosterOf(conference).set('Accept-Encoding', 'br').expect(200);
    const { body, headers } = await all();
    expect(body.rows).toHaveLength(2_000);
    expect(headers['content-encoding']).toBe('br');
    expect(Number(headers['content-length'])).toBeLessThan(80_000);

    const small = await countQueries(api.db, () => rosterOf(conference).query({ limit: 1 }));
    expect(await countQueries(api.db, all)).toBe(small);
  });
});

/** With names of ordinary length, most of which only one person has. */
async function twoThousandPeople() {
  const part = (salt: string) =>
    api.db.raw(
      `initcap(translate(left(md5(n || ?), 5 + n % 4),
    '0123456789', 'aeioulnrst'))`,
      [salt],
    );
  const users = await people(api.db, 2_000, { first_name: part('a'), last_name: part('b') });
  await api.db('registrations').insert(
    users.map(({ id }, n) => ({
      conference_id: conference.id,
      user_id: id,
      status: n % 3 === 0 ? 'checked_in' : 'registered',
      checked_in_at: n % 3 === 0 ? '2026-05-14T08:00:00.000Z' : null,
      ticket_type: ['regular', 'speaker', null][n % 3],
      registered_at: '2026-05-01T12:00:00.000Z',
    })),
  );
}

/** The whole roster, for comparison. */
async function freshRows(): Promise<Map<number, OfflineRow>> {
  const device = aDevice(api, conference);
  await device.sync();
  return device.rows;
}

describe('a device that slept', () => {
  let members: User[];

  beforeEach(async () => {
    members = await people(api.db, 24);
    const rows = members.slice(0, 18).map(({ id: user_id }, n) => ({
      conference_id: conference.id,
      user_id,
      status: ['registered', 'checked_in', 'waitlisted'][n % 3],
      checked_in_at: n % 3 === 1 ? '2026-05-14T08:00:00.000Z' : null,
      registered_at: '2026-05-01T12:00:00.000Z',
      // Long before any cursor, so that only the changes of a test are changes.
      changed_at: '2026-05-01T12:00:00.000Z',
    }));
    await api.db('registrations').insert(rows);
    await api.db('conferences').where({ id: conference.id }).update({ attendee_count: 12 });
  });

  it.each<[what: string, change: (user: User) => PromiseLike<unknown>]>([
    ['renamed at a sign-in', (user) => signInAs(user, 'Renamed')],
    ['renamed by themselves', (user) => rename(user)],
    [
      'renamed by an organizer',
      (user) => admin('patch', `users/${user.id}`, { first_name: 'Other' }),
    ],
    ['checked in', (user) => checkIn(user)],
    ['blocked', (user) => admin('post', `users/${user.id}/block`)],
    ['removed', (user) => admin('delete', `conferences/${conference.id}/attendees/${user.id}`)],
    ['erased', (user) => admin('delete', `users/${user.id}`)],
    ['put on the waitlist', (user) => place(user, { status: 'waitlisted' })],
    ['given a ticket type', (user) => place(user, { ticket_type: 'vip' })],
  ])('has the change of an attendee who was %s', async (_, change) => {
    const [user] = members as [User];
    const device = aDevice(api, conference);
    await device.sync();
    const before = device.rows.get(user.id);
    const { body: idle } = await rosterOf(conference).expect(200);
    await change(user);

    const { body } = await rosterOf(conference).query({ cursor: idle.cursor }).expect(200);
    // Others too, who moved up from the waitlist.
    expect([...body.rows.map(({ id }: OfflineRow) => id), ...body.gone]).toContain(user.id);
    await device.sync();
    expect(device.rows.get(user.id)).not.toEqual(before);
    expect(device.rows).toEqual(await freshRows());
  });

  it('has the current roster after an hour of changes, page by page', async () => {
    const device = aDevice(api, conference);
    await device.sync(5);
    for (let round = 0; round < 3; round += 1) {
      api.advance(60 * 60 * 1_000);
      for (let n = 0; n < 25; n += 1) await randomChange();
      await device.sync(4);
      expect(device.rows).toEqual(await freshRows());
    }
  });

  it('has it although ten changes at once commit while it reads', async () => {
    const device = aDevice(api, conference);
    for (let round = 0; round < 4; round += 1) {
      const changes = Promise.all(Array.from({ length: 10 }, randomChange));
      await Promise.all([device.sync(3), changes]);
      await device.sync(3);
    }
    expect(device.rows).toEqual(await freshRows());
  });

  it('has a change that commits after it has read', async () => {
    const [user] = members as [User];
    await using trx = await beginTransaction(api.db);
    await trx('users').where({ id: user.id }).update({ own_first_name: 'Late' });
    const where = { conference_id: conference.id, user_id: members[1]?.id };
    await trx('registrations').where(where).delete();
    const device = aDevice(api, conference);
    await device.sync();
    for (let n = 0; n < 3; n += 1) await device.sync();
    await trx.commit();

    await device.sync();

    expect(device.rows.get(user.id)?.name).toBe('Late');
    expect(device.rows).toEqual(await freshRows());
  });

  it('has no rows of attendees of other conferences', async () => {
    const other = await aConference(api.db);
    const [user, stranger] = [members[0] as User, await aUser(api.db)];
    for (const each of [user, stranger]) await aRegistration(api.db, [each, other]);
    const device = aDevice(api, conference);
    await device.sync();
    for (const each of [user, stranger]) {
      await admin('delete', `conferences/${other.id}/attendees/${each.id}`).expect(200);
      await signInAs(each, 'Elsewhere').expect(200);
    }
    await device.sync();
    expect(device.rows).toEqual(await freshRows());
    expect(device.rows.has(stranger.id)).toBe(false);
    expect(device.rows.get(user.id)?.name).toBe('Elsewhere');
  });

  const signInAs = ({ messenger_id }: User, first_name: string) =>
    api.fromMessenger({ id: Number(messenger_id), first_name }).get('/api/v1/users/me');
  const rename = (user: User) =>
    api.as(user).patch('/api/v1/users/me').send({ first_name: 'Own', last_name: 'Name' });
  const checkIn = ({ id: user_id }: User, method: 'post' | 'delete' = 'post') =>
    admin(method, `conferences/${conference.id}/check-in`, { user_id });
  const place = ({ id }: User, body: object) =>
    admin('patch', `conferences/${conference.id}/attendees/${id}`, body);

  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

  /** A change as any user or organizer makes it; some are refused. */
  async function randomChange(): Promise<void> {
    const user = pick(members);
    const registered = `/api/v1/conferences/${conference.id}/register`;
    const change = pick<() => PromiseLike<{ status: number }>>([
      () => api.as(user).post(registered),
      () => api.as(user).delete(registered),
      () => admin('post', `conferences/${conference.id}/attendees`, { user_id: user.id }),
      () => admin('delete', `conferences/${conference.id}/attendees/${user.id}`),
      () => signInAs(user, pick(['Ada', 'Grace', 'Edith'])),
      () => rename(user),
      () => checkIn(user),
      () => checkIn(user, 'delete'),
      () => place(user, { ticket_type: pick(['vip', 'speaker', 'press']) }),
      () => place(user, { status: pick(['registered', 'waitlisted']) }),
      () => admin('post', `users/${user.id}/${pick(['block', 'unblock'])}`),
      () => (Math.random() < 0.2 ? admin('delete', `users/${user.id}`) : checkIn(user)),
    ]);
    expect((await change()).status).toBeLessThan(500);
  }
});
