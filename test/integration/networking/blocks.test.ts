import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { anAward } from '../../support/awards.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  people,
} from '../../support/factories.ts';

const USERS = '/api/v1/users';
const CONNECTIONS = '/api/v1/connections';
const NO_SUCH_USER = { error: 'user not found', code: 'NOT_FOUND' };

let api: TestApi;
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
  [ada, ben, zoe] = await people(api.db, 3);
});

const block = (by: User, user: Pick<User, 'id'>, through = api) =>
  through.as(by).put(`${USERS}/${user.id}/block`);
const unblock = (by: User, user: User) => api.as(by).delete(`${USERS}/${user.id}/block`);
const request = (by: User, user: User, through = api) =>
  through.as(by).post(CONNECTIONS).send({ recipient_id: user.id });
const rowsOf = (user: User) =>
  api.db('connections').where({ requester_id: user.id }).orWhere({ recipient_id: user.id });
const blocksOf = (user: User) => api.db('blocks').where({ blocker_id: user.id });

describe('PUT and DELETE /users/:id/block', () => {
  it('blocks and unblocks a user; both are safe to repeat', async () => {
    for (const _ of [1, 2]) {
      const { body } = await block(ada, ben).expect(200);
      expect(body).toEqual({ id: ben.id, blocked: true });
    }
    expect(await blocksOf(ada)).toHaveLength(1);
    for (const _ of [1, 2]) {
      const { body } = await unblock(ada, ben).expect(200);
      expect(body).toEqual({ id: ben.id, blocked: false });
    }
    expect(await blocksOf(ada)).toHaveLength(0);
    await api.as(ben).get(`${USERS}/profile/${ada.id}`).expect(200);
  });

  it('refuses the own id and the 1,001st user', async () => {
    const { body } = await block(ada, ada).expect(400);
    expect(body).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: "id: expected another user's id",
    });
    const many = await people(api.db, 1_000);
    await api
      .db('blocks')
      .insert(
        many.map(({ id }) => ({ blocker_id: ada.id, blocked_id: id, created_at: api.now() })),
      );
    const { body: refused } = await block(ada, ben).expect(409);
    expect(refused.code).toBe('TOO_MANY_BLOCKS');
    await block(ada, many[0]).expect(200);
  });

  it('ends the connection and deletes the notifications of both', async () => {
    await request(ada, ben).expect(201);
    const { id } = await rowsOf(ada).first('id');
    await api.as(ben).put(`${CONNECTIONS}/${id}`).send({ status: 'accepted' }).expect(200);
    await block(ada, ben).expect(200);

    expect(await rowsOf(ada)).toEqual([]);
    const about = await api.db('notifications').whereIn('user_id', [ada.id, ben.id]);
    expect(about).toEqual([]);
    await request(ada, ben).expect(404, NO_SUCH_USER);
    await request(ben, ada).expect(404, NO_SUCH_USER);
    await api.as(ben).get(`${CONNECTIONS}/check/${ada.id}`).expect(404, NO_SUCH_USER);
  });

  it('is kept through a block in the other direction', async () => {
    await block(ada, ben).expect(200);
    await block(ben, ada).expect(200);
    await unblock(ada, ben).expect(200);
    await api.as(ada).get(`${USERS}/profile/${ben.id}`).expect(404, NO_SUCH_USER);
  });
});

describe('blocking back', () => {
  it('tells nothing: not of a block, of a hidden user, nor that nobody has the id', async () => {
    await api.db('users').where({ id: zoe.id }).update({ is_discoverable: false });
    await block(ben, ada).expect(200);
    const ids = [ben.id, zoe.id, 999_999_999];
    for (const id of ids) await block(ada, { id }).expect(200, { id, blocked: true });

    const { body } = await api.as(ada).get(`${USERS}/me/blocks`).expect(200);
    const without = body.data.map(({ user }: { user: object }) => ({ ...user, id: 0 }));
    expect(without).toEqual([without[0], without[0], without[0]]);
    expect(without[0].first_name).toBe('Attendee');
    const { body: file } = await api.as(ada).get(`${USERS}/me/export`).expect(200);
    expect(file.blocks.map(({ user }: { user: object }) => user)).toEqual(
      ids.map((id) => ({ id, first_name: 'Attendee' })),
    );
    expect(JSON.stringify(file.blocks)).not.toContain(ben.first_name);
    await unblock(ada, { ...ben, id: 999_999_999 }).expect(200);
    expect(await blocksOf(ada)).toHaveLength(2);
  });

  it('keeps the name of a hidden user whom the caller was connected with', async () => {
    await api.db('users').where({ id: ben.id }).update({ is_discoverable: false });
    await aConnection(api.db, [ada, ben], 'accepted');
    await block(ada, ben).expect(200);

    const { body } = await api.as(ada).get(`${USERS}/me/blocks`).expect(200);
    expect(body.data[0].user).toMatchObject({ id: ben.id, first_name: ben.first_name });
  });
});

describe('GET /users/me/blocks', () => {
  it('lists the users whom the caller blocks, the latest first', async () => {
    await block(ada, ben).expect(200);
    api.advance(1_000);
    await block(ada, zoe).expect(200);
    await block(zoe, ada).expect(200);

    const { body } = await api.as(ada).get(`${USERS}/me/blocks`).expect(200);
    expect(body.data.map(({ user }: { user: { id: number } }) => user.id)).toEqual([
      zoe.id,
      ben.id,
    ]);
    // Zoe blocks Ada, too, and looks as if she were not listed.
    expect(body.data[0].user).toMatchObject({ first_name: zoe.first_name, created_at: null });
    expect(body.data[1].user).toMatchObject({ created_at: expect.any(String) });
    expect(body.pagination.total).toBe(2);
    expect((await api.as(ben).get(`${USERS}/me/blocks`).expect(200)).body.data).toEqual([]);
  });
});

describe('lists of people', () => {
  let conference: Conference;
  let event: { id: number };
  let quest: Quest;

  beforeEach(async () => {
    await api.db('users').update({ company: 'Marked' });
    conference = await aConference(api.db);
    event = await anEvent(api.db);
    quest = await aQuest(api.db, { conference_id: conference.id });
    for (const user of [ada, ben, zoe]) {
      await aRegistration(api.db, [user, conference]);
      await anAttendance(api.db, [user, event]);
      await anAward(api, [user, quest], 10);
    }
  });

  const idsOf = (body: { data: readonly { id: number }[] }) => body.data.map(({ id }) => id);

  it('leave out both, in both directions, and keep their totals', async () => {
    const paths = [
      `${USERS}?limit=100&conference_id=${conference.id}`,
      `${USERS}/paginated?limit=100&conference_id=${conference.id}`,
      `/api/v1/conferences/${conference.id}/attendees`,
      `/api/v1/events/${event.id}/attendees`,
    ];
    for (const path of paths) await api.as(ada).get(path).expect(200);
    const before = await Promise.all(paths.map((path) => api.as(ada).get(path)));
    await block(ada, ben).expect(200);
    for (const [me, them] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      for (const [index, path] of paths.entries()) {
        const { body, headers } = await api.as(me).get(path).expect(200);
        expect(idsOf(body)).not.toContain(them.id);
        expect(idsOf(body)).toContain(zoe.id);
        expect(body.pagination.total).toBe(before[index]?.body.pagination.total);
        expect(headers['cache-control']).toContain('private');
        // An anonymous caller still sees both.
        expect(idsOf((await api.anonymous().get(path).expect(200)).body)).toContain(them.id);
      }
    }
  });

  it('neither find nor count a hidden user in a search', async () => {
    const q = `Only${ben.id}`;
    await api.db('users').where({ id: ben.id }).update({ messenger_first_name: q });
    expect((await api.as(ada).get(USERS).query({ q }).expect(200)).body.pagination.total).toBe(1);
    await block(ben, ada).expect(200);
    const { body } = await api.as(ada).get(USERS).query({ q }).expect(200);
    expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it('fill the pages of a cursor without a hidden user', async () => {
    await block(ada, ben).expect(200);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 1, conference_id: conference.id, ...(cursor && { cursor }) };
      const { body } = await api.as(ada).get(USERS).query(query).expect(200);
      seen.push(...idsOf(body));
      cursor = body.pagination.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([zoe.id]);
  });

  it('show an attendee without a name on a leaderboard, at their rank', async () => {
    await block(ben, ada).expect(200);
    const board = (agent: ReturnType<typeof api.anonymous>) =>
      agent.get('/api/v1/quests/leaderboard').query({ quest_id: quest.id }).expect(200);
    const { body } = await board(api.as(ada));
    const hidden = {
      id: null,
      first_name: 'Attendee',
      last_name: null,
      photo_url: null,
      company: null,
    };
    expect(body.data.map(({ user }: { user: object }) => user)).toContainEqual(hidden);
    expect(JSON.stringify(body)).not.toContain(ben.first_name);
    const open = (await board(api.anonymous())).body;
    expect(open.data.map(({ rank }: { rank: number }) => rank)).toEqual(
      body.data.map(({ rank }: { rank: number }) => rank),
    );
    expect(JSON.stringify(open)).not.toContain('"Attendee"');
  });

  it('recommend no hidden user, also from a kept ranking', async () => {
    const ids = async () => idsOf((await api.as(ada).get(`${USERS}/recommended`).expect(200)).body);
    expect(await ids()).toContain(ben.id);
    await block(ben, ada).expect(200);
    expect(await ids()).not.toContain(ben.id);
    await api.as(ada).post(`${USERS}/recommended/${ben.id}/dismiss`).expect(404, NO_SUCH_USER);
  });

  it('open no link to a hidden user', async () => {
    const opened = async (user: User) =>
      (await api.as(user).get(`/api/v1/start/u_${ben.id}`).expect(200)).body.start;
    expect(await opened(ada)).toMatchObject({ available: true });
    await block(ben, ada).expect(200);
    expect(await opened(ada)).toMatchObject({ available: false });
  });
});

describe('rejections', () => {
  it('are final after the second by the same user', async () => {
    for (const _ of [1, 2]) {
      const { body } = await request(ada, ben).expect(201);
      await api.as(ben).put(`${CONNECTIONS}/${body.id}`).send({ status: 'rejected' }).expect(200);
      api.advance(31 * 86_400_000);
    }
    const { body } = await request(ada, ben).expect(409);
    expect(body.code).toBe('CONNECTION_REJECTED');
    api.advance(400 * 86_400_000);
    await request(ada, ben).expect(409);
    await request(ben, ada).expect(201);
    await request(ada, ben).expect(200);
  });
});

describe('races', () => {
  it('leave no connection beside a block, whatever comes at the same time', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [one, two] = await people(api.db, 2);
      const kind = round % 3;
      if (kind === 1) await aConnection(api.db, [one, two], 'pending');
      const pending = await rowsOf(one).first('id');
      const calls = [
        () => block(two, one, other),
        kind === 1
          ? () => api.as(two).put(`${CONNECTIONS}/${pending.id}`).send({ status: 'accepted' })
          : () => request(one, two),
        ...(kind === 2 ? [() => block(one, two), () => request(two, one, other)] : []),
      ];
      const answers = await Promise.all(calls.map((call) => call()));
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
      expect(await rowsOf(one)).toEqual([]);
      expect(await api.db('notifications').whereIn('user_id', [one.id, two.id])).toEqual([]);
    }
  });
});

it('is exported by the blocker only, and erased with either', async () => {
  await block(ada, ben).expect(200);
  const exported = async (user: User) =>
    (await api.as(user).get(`${USERS}/me/export`).expect(200)).body.blocks;
  expect(await exported(ada)).toMatchObject([{ user: { id: ben.id } }]);
  expect(await exported(ben)).toEqual([]);
  await api.as(ben).delete(`${USERS}/me`).expect(200);
  expect(await blocksOf(ada)).toEqual([]);
});
