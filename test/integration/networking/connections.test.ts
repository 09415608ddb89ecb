import { MAX_DAILY_REQUESTS } from '../../../src/domain/networking/connections.ts';
import { type MessengerHash, messengerHash } from '../../../src/domain/people/messenger-hashes.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { sweepExpiredCounters } from '../../../src/jobs/operations.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { whileErasing } from '../../support/erasure.ts';
import { aConnection, aUser, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { keysOf } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

const CONNECTIONS = '/api/v1/connections';
const DAY = 86_400_000;
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
const NO_SUCH_USER = { error: 'user not found', code: 'NOT_FOUND' };
const NO_SUCH_CONNECTION = { error: 'connection not found', code: 'NOT_FOUND' };

let hashOf: MessengerHash;
let api: TestApi;
let other: TestApi;
let ada: User;
let grace: User;
let linus: User;

beforeAll(async () => {
  api = await startApi();
  hashOf = messengerHash(api.configWith({}).hashSecrets);
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

beforeEach(async () => {
  ada = await aUser(api.db, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    photo_url: 'https://x.y/a',
  });
  grace = await aUser(api.db, { first_name: 'Grace' });
  linus = await aUser(api.db, { first_name: 'Linus' });
});

const sendRequest = (from: User, to: Pick<User, 'id'>, message?: string | null, through = api) =>
  through.as(from).post(CONNECTIONS).send({ recipient_id: to.id, message });
const answer = (user: User, id: number, status: string) =>
  api.as(user).put(`${CONNECTIONS}/${id}`).send({ status });
const remove = (user: User, id: number) => api.as(user).delete(`${CONNECTIONS}/${id}`);
const check = (user: User, of: Pick<User, 'id'>) =>
  api.as(user).get(`${CONNECTIONS}/check/${of.id}`);
const pendingRequest = async (from: User, to: User, message?: string): Promise<number> =>
  (await sendRequest(from, to, message).expect(201)).body.id;

/** Advances the clocks of both processes. */
const advance = (ms: number) => {
  for (const process of [api, other]) process.advance(ms);
};

const rowsOf = (user: User) =>
  api.db('connections').where({ requester_id: user.id }).orWhere({ recipient_id: user.id });
const notificationsOf = (user: User) =>
  api.db('notifications').where({ user_id: user.id }).orderBy('id');
const notificationTypesOf = (user: User): PromiseLike<string[]> =>
  notificationsOf(user).pluck('type');
const requestTimesOf = (user: User): PromiseLike<object[]> =>
  api
    .db('connection_requests')
    .where({ requester_hash: hashOf(user.messenger_id as number).newest });
/** The number of responses by status. */
const tally = (answers: readonly { status: number }[]) => {
  const groups = Object.entries(Object.groupBy(answers, ({ status }) => String(status)));
  return Object.fromEntries(groups.map(([status, found]) => [status, found?.length]));
};
/** In chunks, so that the connection pool does not time out. */
async function inChunks<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>) {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}

describe('POST /connections', () => {
  it('sends a request and notifies the recipient', async () => {
    const { body } = await sendRequest(ada, grace, ' Loved your talk! ').expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      requester_id: ada.id,
      recipient_id: grace.id,
      status: 'pending',
      direction: 'sent',
      message: 'Loved your talk!',
      created_at: api.now().toISOString(),
      responded_at: null,
      met_at: null,
      met_conference_id: null,
      note: null,
    });
    expect(await notificationsOf(grace)).toMatchObject([
      {
        type: 'connection_request',
        title: '“Ada Lovelace” wants to connect',
        body: 'Loved your talk!',
        data: {
          connection_id: body.id,
          actor: { id: ada.id, first_name: 'Ada', photo_url: 'https://x.y/a' },
        },
        in_app: true,
      },
    ]);
    expect(await notificationTypesOf(ada)).toEqual([]);
  });

  it.each([{}, { message: null }])('takes a request without a message: %p', async (message) => {
    const sent = api
      .as(ada)
      .post(CONNECTIONS)
      .send({ recipient_id: grace.id, ...message });
    expect((await sent.expect(201)).body.message).toBeNull();
    expect(await notificationsOf(grace)).toMatchObject([{ body: 'You can say yes or no.' }]);
  });

  it('queues a messenger message for a reachable user', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const id = await pendingRequest(ada, grace);
    await pendingRequest(ada, linus);
    expect(await api.db('deliveries').whereIn('user_id', [grace.id, linus.id])).toMatchObject([
      { user_id: grace.id, status: 'queued' },
    ]);

    await api.db('users').where({ id: ada.id }).update({ messenger_reachable: true });
    await answer(grace, id, 'accepted').expect(200);
    expect(await api.db('deliveries').where({ user_id: ada.id })).toHaveLength(1);
  });

  it('sends a request in three statements and their transaction', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const queries = await countQueries(api.db, () => sendRequest(ada, grace).expect(201));
    // The first is for the user's token.
    expect(queries).toBe(1 + 'begin, lock, insert, notify, commit'.split(',').length);
  });

  it('shortens a long name in the notification title', async () => {
    const long = await aUser(api.db, { first_name: '𝒜'.repeat(256), last_name: 'B'.repeat(256) });
    await pendingRequest(long, grace);
    const [notice] = await notificationsOf(grace);
    expect(notice.title).toBe(`“${'𝒜'.repeat(63)}…” wants to connect`);
  });

  it('answers a repeated request with the pending one, unchanged', async () => {
    const first = await sendRequest(ada, grace, 'Hello').expect(201);
    advance(1_000);
    const again = await sendRequest(ada, grace, 'Hello again').expect(200);

    expect(again.body).toEqual(first.body);
    expect(await notificationTypesOf(grace)).toEqual(['connection_request']);
    expect(await requestTimesOf(ada)).toHaveLength(1);
  });

  it('accepts the request that the recipient already sent', async () => {
    const id = await pendingRequest(ada, grace, 'Hello');
    advance(1_000);
    const { body } = await sendRequest(grace, ada, 'Hello too').expect(200);

    expect(body).toMatchObject({
      id,
      requester_id: ada.id,
      recipient_id: grace.id,
      status: 'accepted',
      direction: 'received',
      message: 'Hello',
      responded_at: api.now().toISOString(),
    });
    expect(await notificationsOf(ada)).toMatchObject([
      {
        type: 'connection_accepted',
        title: '“Grace” said yes',
        data: { connection_id: id, actor: { id: grace.id, first_name: 'Grace', photo_url: null } },
      },
    ]);
    expect(await requestTimesOf(grace)).toEqual([]);
  });

  it('answers 409 when the two are already connected, in either direction', async () => {
    await aConnection(api.db, [ada, grace]);
    for (const [from, to] of [
      [ada, grace],
      [grace, ada],
    ] as const) {
      expect((await sendRequest(from, to).expect(409)).body).toEqual(failure('ALREADY_CONNECTED'));
    }
    expect(await notificationTypesOf(grace)).toEqual([]);
  });

  it('answers 409 to a rejected requester for 30 days', async () => {
    const id = await pendingRequest(ada, grace, 'Hello');
    await answer(grace, id, 'rejected').expect(200);
    for (const ms of [0, 30 * DAY - 1]) {
      advance(ms);
      expect((await sendRequest(ada, grace).expect(409)).body).toEqual(
        failure('CONNECTION_REJECTED'),
      );
    }
    expect(await requestTimesOf(ada)).toHaveLength(1);

    advance(1);
    const { body } = await sendRequest(ada, grace, 'And now?').expect(201);

    expect(body).toMatchObject({
      id,
      requester_id: ada.id,
      status: 'pending',
      message: 'And now?',
      created_at: api.now().toISOString(),
      responded_at: null,
    });
    expect(await notificationTypesOf(grace)).toEqual(['connection_request', 'connection_request']);
    expect(await requestTimesOf(ada)).toHaveLength(2);
  });

  it('lets the user who rejected send a request at once, in the other direction', async () => {
    const id = await pendingRequest(ada, grace, 'Hello');
    await answer(grace, id, 'rejected').expect(200);
    const { body } = await sendRequest(grace, ada).expect(201);

    expect(body).toMatchObject({
      id,
      requester_id: grace.id,
      recipient_id: ada.id,
      status: 'pending',
      direction: 'sent',
      message: null,
    });
    expect(await rowsOf(ada)).toHaveLength(1);
    expect(await notificationTypesOf(ada)).toEqual(['connection_request']);
    expect(await requestTimesOf(grace)).toHaveLength(1);
    await answer(ada, id, 'accepted').expect(200);
    expect(await notificationTypesOf(grace)).toEqual(['connection_request', 'connection_accepted']);
  });

  it.each([
    ['no recipient', {}],
    ['null', { recipient_id: null }],
    ['an id as a string', { recipient_id: '7' }],
    ['the id 0', { recipient_id: 0 }],
    ['an id beyond the safe integers', { recipient_id: 2 ** 53 }],
  ])('answers 400 to %s', async (_, body) => {
    const res = await api.as(ada).post(CONNECTIONS).send(body).expect(400);
    expect(res.body).toEqual(refusal('recipient_id'));
  });

  it.each([
    ['empty', ''],
    ['blank', ' '],
    ['too long', 'x'.repeat(501)],
    ['a NUL character', '\0'],
    ['a number', 7],
  ])('answers 400 to a message that is %s', async (_, message) => {
    const sent = api.as(ada).post(CONNECTIONS).send({ recipient_id: grace.id, message });
    expect((await sent.expect(400)).body).toEqual(refusal('message'));
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('takes a message of 500 characters', () =>
    sendRequest(ada, grace, 'x'.repeat(500)).expect(201));

  it("answers 400 to the caller's own id", async () => {
    const { body } = await sendRequest(ada, ada).expect(400);
    expect(body).toEqual(refusal('recipient_id'));
  });

  it.each([
    ['is blocked', { is_blocked: true }],
    ['is erased', { messenger_id: null, erased_at: '2026-05-14T08:00:00.000Z' }],
    ['is not discoverable', { is_discoverable: false }],
    ['has never signed in', { last_seen_at: null }],
  ])('answers 404 for a user who %s', async (_, given) => {
    const hidden = await aUser(api.db, given);
    expect((await sendRequest(ada, hidden).expect(404)).body).toEqual(NO_SUCH_USER);
    expect((await sendRequest(ada, { id: 999_999_999 }).expect(404)).body).toEqual(NO_SUCH_USER);
    expect(await requestTimesOf(ada)).toEqual([]);
    expect(await notificationTypesOf(hidden)).toEqual([]);
  });

  it('lets a user who is not discoverable send a request, and its recipient accept it', async () => {
    const hidden = await aUser(api.db, { is_discoverable: false });
    const id = await pendingRequest(hidden, ada);
    expect((await sendRequest(ada, hidden).expect(200)).body).toMatchObject({
      id,
      status: 'accepted',
    });
  });

  it('answers 403 to a blocked caller', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    expect((await sendRequest(blocked, grace).expect(403)).body).toEqual(FORBIDDEN);
    expect(await rowsOf(grace)).toEqual([]);
  });

  it('answers 404 for a connected user who was blocked', async () => {
    await aConnection(api.db, [ada, grace]);
    await api.admin().post(`/api/v1/admin/users/${grace.id}/block`).expect(200);
    await sendRequest(ada, grace).expect(404);
  });
});

describe('concurrent requests', () => {
  it('create one row when the same request is sent ten times', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sendRequest(ada, grace, null, n % 2 ? other : api)),
    );

    expect(tally(answers)).toEqual({ 200: 9, 201: 1 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await notificationTypesOf(grace)).toEqual(['connection_request']);
    expect(await requestTimesOf(ada)).toHaveLength(1);
  });

  it('of 500 pairs in both directions end in one connection and two notifications each', async () => {
    const made: User[] = await people(api.db, 1_000);
    const pairs = Array.from({ length: 500 }, (_, n) => made.slice(2 * n, 2 * n + 2));

    const answers = await inChunks(pairs, 20, ([one, two]) =>
      Promise.all([
        sendRequest(one as User, two as User),
        sendRequest(two as User, one as User, null, other),
      ]),
    );

    const wrong = answers.filter(
      ([first, second]) => first.status + second.status !== 401 || first.body.id !== second.body.id,
    );
    expect(wrong.map((both) => both.map(({ status, body }) => ({ status, body })))).toEqual([]);
    const ids = made.map(({ id }) => id);
    const rows = await api.db('connections').whereIn('requester_id', ids);
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['accepted']));
    const notifications = await api.db('notifications').whereIn('user_id', ids);
    const notified = notifications.map(({ user_id, type }) => `${type} ${user_id}`).toSorted();
    const expected = rows.flatMap(({ requester_id, recipient_id }) => [
      `connection_accepted ${requester_id}`,
      `connection_request ${recipient_id}`,
    ]);
    expect(notified).toEqual(expected.toSorted());
  });

  it('of one user create at most 50 rows', async () => {
    const requester = await aUser(api.db);
    const others: User[] = await people(api.db, 60);
    const answers = await Promise.all(
      others.map((one, n) => sendRequest(requester, one, null, n % 2 ? other : api)),
    );

    expect(tally(answers)).toEqual({ 201: 50, 429: 10 });
    expect(await rowsOf(requester)).toHaveLength(50);
    expect(await requestTimesOf(requester)).toHaveLength(50);
    const notices = api.db('notifications').whereIn(
      'user_id',
      others.map(({ id }) => id),
    );
    expect(await notices).toHaveLength(50);
  });

  it('answer 404 when the recipient is erased during the request', async () => {
    const { body } = await whileErasing(api, grace, () => sendRequest(ada, grace));

    expect(body).toEqual(NO_SUCH_USER);
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('answer 401 when the requester is erased during the request', async () => {
    const { body } = await whileErasing(api, ada, () => sendRequest(ada, grace));

    expect(body).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    expect(await notificationTypesOf(grace)).toEqual([]);
  });

  it('leave no row of a user who is erased while others request and answer', async () => {
    const pairs = await inChunks(Array(20).fill(0), 5, () => people(api.db, 3));
    const answers = await inChunks(pairs, 5, async ([erasedUser, requester, recipient]) => {
      const id = await pendingRequest(erasedUser, recipient);
      return Promise.all([
        api.as(erasedUser).delete('/api/v1/users/me'),
        sendRequest(requester, erasedUser),
        answer(recipient, id, 'accepted'),
      ]);
    });

    for (const [erased, request, accepted] of answers) {
      expect(erased.status).toBe(200);
      expect([201, 404]).toContain(request.status);
      expect([200, 404]).toContain(accepted.status);
    }
    for (const [erasedUser, ...others] of pairs) {
      expect(await rowsOf(erasedUser)).toEqual([]);
      expect(await notificationTypesOf(erasedUser)).toEqual([]);
      for (const one of others) expect(await notificationTypesOf(one)).toEqual([]);
    }
  });
});

describe('the daily limit', () => {
  const insertRequestTimes = async (user: User, count: number) => {
    const rows = Array.from({ length: count }, () => ({
      requester_hash: hashOf(user.messenger_id as number).newest,
      recipient_hash: '0'.repeat(64),
      requested_at: api.now(),
    }));
    await api.db('connection_requests').insert(rows);
  };

  it('answers 429 to the 51st request until the first is 24 hours old', async () => {
    await insertRequestTimes(ada, 1);
    advance(60_000);
    await insertRequestTimes(ada, MAX_DAILY_REQUESTS - 2);
    await pendingRequest(ada, grace);

    const refused = await sendRequest(ada, linus).expect(429);
    expect(refused.body).toEqual(failure('RATE_LIMITED'));
    expect(refused.get('Retry-After')).toBe('86340');
    expect(refused.get('RateLimit-Policy')).toBe('"connection-requests";q=50;w=86400');
    expect(refused.get('RateLimit')).toBe('"connection-requests";r=0;t=86340');
    expect(await notificationTypesOf(linus)).toEqual([]);

    advance(DAY - 60_001);
    expect((await sendRequest(ada, linus).expect(429)).get('Retry-After')).toBe('1');
    advance(1);
    await sendRequest(ada, linus).expect(201);
    await sendRequest(ada, await aUser(api.db)).expect(429);
  });

  it('counts cancelled and reopened requests', async () => {
    await insertRequestTimes(ada, MAX_DAILY_REQUESTS - 1);
    const id = await pendingRequest(ada, grace);
    await remove(ada, id).expect(200);
    await sendRequest(ada, grace).expect(429);

    await aConnection(api.db, [linus, ada], 'rejected');
    await sendRequest(ada, linus).expect(429);
    expect(await rowsOf(ada).orderBy('id')).toMatchObject([
      { requester_id: ada.id, status: 'withdrawn' },
      { requester_id: linus.id, status: 'rejected' },
    ]);
  });

  it('does not count a repeated request, an acceptance or an answer', async () => {
    await pendingRequest(ada, grace);
    await pendingRequest(linus, ada);
    const [late] = await people(api.db, 1);
    const id = await pendingRequest(late, ada);
    await insertRequestTimes(ada, MAX_DAILY_REQUESTS);

    await sendRequest(ada, grace).expect(200);
    await sendRequest(ada, linus).expect(200);
    await answer(ada, id, 'accepted').expect(200);
  });

  it('is counted for each user', async () => {
    await insertRequestTimes(ada, MAX_DAILY_REQUESTS);
    await sendRequest(grace, ada).expect(201);
  });

  it('loses request times older than 30 days in a sweep', async () => {
    await api.db('connection_requests').delete();
    const hoursAgo = (hours: number) => ({
      requester_hash: hashOf(ada.messenger_id as number).newest,
      recipient_hash: '0'.repeat(64),
      requested_at: api.db.raw(`now() - ? * interval '1 hour'`, [hours]),
    });
    await api.db('connection_requests').insert([hoursAgo(722), hoursAgo(721.1), hoursAgo(720.5)]);

    expect(await sweepExpiredCounters.run(api, null, new AbortController().signal)).toEqual({
      swept: 2,
    });
    expect(await requestTimesOf(ada)).toHaveLength(1);
  });
});

describe('PUT /connections/:id', () => {
  it.each([
    ['accepted', ['connection_accepted']],
    ['rejected', []],
  ])('sets %s, and notifies the requester of an acceptance only', async (status, notified) => {
    const id = await pendingRequest(ada, grace, 'Hello');
    advance(1_000);
    const { body } = await answer(grace, id, status).expect(200);

    expect(body).toEqual({
      id,
      requester_id: ada.id,
      recipient_id: grace.id,
      status,
      direction: 'received',
      message: 'Hello',
      created_at: expect.any(String),
      responded_at: api.now().toISOString(),
      met_at: null,
      met_conference_id: null,
      note: null,
    });
    expect(await notificationTypesOf(ada)).toEqual(notified);
  });

  it.each([
    ['accepted', 'rejected'],
    ['rejected', 'accepted'],
  ])('takes %s twice, and answers 409 to %s after it', async (status, another) => {
    const id = await pendingRequest(ada, grace);
    const first = await answer(grace, id, status).expect(200);
    advance(1_000);

    expect((await answer(grace, id, status).expect(200)).body).toEqual(first.body);
    expect((await answer(grace, id, another).expect(409)).body).toEqual(failure('CONFLICT'));
    expect(await rowsOf(ada)).toMatchObject([{ status }]);
    expect(await notificationTypesOf(ada)).toHaveLength(status === 'accepted' ? 1 : 0);
  });

  it('answers 403 to the requester and 404 to other users', async () => {
    const id = await pendingRequest(ada, grace);
    expect((await answer(ada, id, 'accepted').expect(403)).body).toEqual(FORBIDDEN);
    expect((await answer(linus, id, 'accepted').expect(404)).body).toEqual(NO_SUCH_CONNECTION);
    expect((await answer(grace, 999_999_999, 'accepted').expect(404)).body).toEqual(
      NO_SUCH_CONNECTION,
    );
    expect(await rowsOf(ada)).toMatchObject([{ status: 'pending' }]);
  });

  it.each([{}, { status: null }, { status: 'pending' }, { status: 'yes' }])(
    'answers 400 to %p',
    async (body) => {
      const id = await pendingRequest(ada, grace);
      const res = await api.as(grace).put(`${CONNECTIONS}/${id}`).send(body).expect(400);
      expect(res.body).toEqual(refusal('status'));
    },
  );

  it('answers 400 to a malformed id', async () => {
    const res = await api.as(grace).put(`${CONNECTIONS}/x`).send({ status: 'accepted' });
    expect(res).toMatchObject({ status: 400, body: refusal('id') });
  });

  it('takes one of two concurrent answers that differ', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [from, to] = await people(api.db, 2);
      const id = await pendingRequest(from, to);
      const [accepted, rejected] = await Promise.all([
        answer(to, id, 'accepted'),
        other.as(to).put(`${CONNECTIONS}/${id}`).send({ status: 'rejected' }),
      ]);

      expect(tally([accepted, rejected])).toEqual({ 200: 1, 409: 1 });
      const status = accepted.status === 200 ? 'accepted' : 'rejected';
      expect(await rowsOf(from)).toMatchObject([{ status }]);
      expect(await notificationTypesOf(from)).toHaveLength(status === 'accepted' ? 1 : 0);
    }
  });

  it('notifies once when the same acceptance is sent ten times at once', async () => {
    const id = await pendingRequest(ada, grace);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => answer(grace, id, 'accepted')),
    );
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await notificationTypesOf(ada)).toEqual(['connection_accepted']);
  });
});

describe('DELETE /connections/:id', () => {
  it('cancels a request and deletes its notification and delivery', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const kept = await pendingRequest(linus, grace);
    const id = await pendingRequest(ada, grace);

    expect((await remove(ada, id).expect(200)).body).toEqual({ id, deleted: true });

    expect(await rowsOf(ada)).toMatchObject([{ status: 'withdrawn', message: null }]);
    expect(await notificationsOf(grace)).toMatchObject([{ data: { connection_id: kept } }]);
    expect(await api.db('deliveries').where({ user_id: grace.id })).toHaveLength(1);
    expect((await remove(ada, id).expect(404)).body).toEqual(NO_SUCH_CONNECTION);
    await sendRequest(ada, grace).expect(201);
  });

  it('lets either user delete a connection, and keeps the notifications', async () => {
    for (const side of ['requester', 'recipient'] as const) {
      const [from, to] = await people(api.db, 2);
      const id = await pendingRequest(from, to);
      await answer(to, id, 'accepted').expect(200);

      await remove(side === 'requester' ? from : to, id).expect(200);

      expect(await rowsOf(from)).toEqual([]);
      expect(await notificationTypesOf(from)).toEqual(['connection_accepted']);
      expect(await notificationTypesOf(to)).toEqual(['connection_request']);
      await sendRequest(to, from).expect(201);
    }
  });

  it('answers 403 to the recipient of a pending request and 404 to other users', async () => {
    const id = await pendingRequest(ada, grace);
    expect((await remove(grace, id).expect(403)).body).toEqual(FORBIDDEN);
    expect((await remove(linus, id).expect(404)).body).toEqual(NO_SUCH_CONNECTION);
    expect(await rowsOf(ada)).toHaveLength(1);
    expect(await notificationTypesOf(grace)).toHaveLength(1);
  });

  it('answers 409 to both users of a rejected request', async () => {
    const id = await pendingRequest(ada, grace);
    await answer(grace, id, 'rejected').expect(200);
    for (const user of [ada, grace]) {
      expect((await remove(user, id).expect(409)).body).toEqual(failure('CONFLICT'));
    }
    expect(await rowsOf(ada)).toMatchObject([{ status: 'rejected' }]);
  });

  it('answers 400 to a malformed id', async () => {
    const res = await api.as(ada).delete(`${CONNECTIONS}/0`).expect(400);
    expect(res.body).toEqual(refusal('id'));
  });

  it('leaves no connection when a cancellation and an acceptance are concurrent', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [from, to] = await people(api.db, 2);
      const id = await pendingRequest(from, to);
      const [deleted, accepted] = await Promise.all([
        remove(from, id),
        other.as(to).put(`${CONNECTIONS}/${id}`).send({ status: 'accepted' }),
      ]);

      // An acceptance that comes first turns the cancellation into a deletion.
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(accepted.status);
      const wasConnected = accepted.status === 200;
      const left = wasConnected ? [] : [{ status: 'withdrawn' }];
      expect(await rowsOf(from)).toMatchObject(left);
      expect(await notificationTypesOf(from)).toEqual(wasConnected ? ['connection_accepted'] : []);
      expect(await notificationTypesOf(to)).toEqual(wasConnected ? ['connection_request'] : []);
    }
  });
});

describe('harassment by the bot', () => {
  const messagesTo = (user: User): PromiseLike<object[]> =>
    api.db('deliveries').where({ user_id: user.id });

  it('sends one message when a request is withdrawn and sent again, at most 3 times', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const id = await pendingRequest(ada, grace, 'Hello');
    await api.db('deliveries').where({ user_id: grace.id }).update({ status: 'sent' });
    for (let again = 0; again < 2; again += 1) {
      await remove(ada, id).expect(200);
      const none = { status: 'none', direction: null, connection_id: null, note: null };
      for (const [one, two] of [[ada, grace] as const, [grace, ada] as const]) {
        expect((await check(one, two).expect(200)).body).toEqual(none);
        expect((await api.as(one).get(CONNECTIONS).expect(200)).body.data).toEqual([]);
        const { body } = await api.as(one).get(`/api/v1/users/profile/${two.id}`).expect(200);
        expect(body.connection_status).toBe('none');
      }
      await answer(grace, id, 'accepted').expect(404);

      expect((await sendRequest(ada, grace).expect(201)).body).toMatchObject({ id });
      expect(await notificationTypesOf(grace)).toEqual(['connection_request']);
      // Withdrawing deletes the notification with its delivery; the new one has none.
      expect(await messagesTo(grace)).toEqual([]);
    }
    await remove(ada, id).expect(200);

    const refused = await sendRequest(ada, grace).expect(429);
    expect(refused.get('RateLimit-Policy')).toBe('"connection-requests-to-one-user";q=3;w=2592000');
    advance(30 * DAY);
    await sendRequest(ada, grace).expect(201);
    expect(await messagesTo(grace)).toHaveLength(1);
  });

  it('does not forget a rejection and the limits when a user is erased and comes back', async () => {
    const id = await pendingRequest(ada, grace);
    await answer(grace, id, 'rejected').expect(200);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    const returned = await aUser(api.db, { messenger_id: ada.messenger_id });

    expect((await sendRequest(returned, grace).expect(409)).body).toEqual(
      failure('CONNECTION_REJECTED'),
    );
    expect(await requestTimesOf(returned)).toHaveLength(1);
    advance(30 * DAY);
    await sendRequest(returned, grace).expect(201);
  });

  it('does not show today’s employer of a hidden user who said no, but id and first name', async () => {
    const hidden = await aUser(api.db, {
      first_name: 'Mary',
      last_name: 'Somerville',
      photo_url: 'https://x.y/m',
      company: 'Today',
      bio: 'Notes',
      interests: ['looms'],
      points: 7,
      contact_visibility: 'everyone',
      username: 'mary',
    });
    const id = await pendingRequest(ada, hidden);
    await answer(hidden, id, 'rejected').expect(200);
    await api.db('users').where({ id: hidden.id }).update({ is_discoverable: false });

    const { body } = await api.as(ada).get(CONNECTIONS).expect(200);

    expect(body.data[0].user).toEqual({
      id: hidden.id,
      first_name: 'Mary',
      last_name: null,
      photo_url: null,
      headline: null,
      company: null,
      job_title: null,
      bio: null,
      looking_for: null,
      offering: null,
      interests: [],
      points: 0,
      created_at: null,
      connection_status: 'rejected',
    });
  });

  it('shows the whole profile of a hidden user once they are connected', async () => {
    const hidden = await aUser(api.db, { company: 'Today', is_discoverable: false });
    const id = await pendingRequest(hidden, ada);
    const companyShown = async () => {
      const { body } = await api.as(ada).get(CONNECTIONS).expect(200);
      return body.data.map(({ user }: { user: User }) => [user.company, user.created_at]);
    };
    expect(await companyShown()).toEqual([[null, null]]);

    await answer(ada, id, 'accepted').expect(200);
    expect(await companyShown()).toEqual([['Today', hidden.created_at]]);
  });
});

describe('the lists of connections', () => {
  const list = async (user: User, path = '') =>
    (await api.as(user).get(`${CONNECTIONS}${path}`).expect(200)).body;
  const namesIn = async (path: string): Promise<string[]> =>
    (await list(ada, path)).data.map(({ user }: { user: User }) => user.first_name);

  /** Ada and seven other users, one minute apart. */
  const createConnections = async () => {
    for (const [first_name, direction, status] of [
      ['Asked', 'sent', 'pending'],
      ['Friend', 'sent', 'accepted'],
      ['Refusing', 'sent', 'rejected'],
      ['Asking', 'received', 'pending'],
      ['Asking too', 'received', 'pending'],
      ['Buddy', 'received', 'accepted'],
      ['Refused', 'received', 'rejected'],
    ] as const) {
      const user = await aUser(api.db, { first_name });
      advance(60_000);
      const id =
        direction === 'sent' ? await pendingRequest(ada, user) : await pendingRequest(user, ada);
      if (status !== 'pending') await answer(direction === 'sent' ? user : ada, id, status);
      await aConnection(api.db, [user, linus]);
    }
  };

  it('contain the other user with the fields that the caller may see', async () => {
    await api.db('users').where({ id: grace.id }).update({ username: 'hopper', bio: 'Notes' });
    const id = await pendingRequest(grace, ada, 'Hello');
    const [row] = (await list(ada, '/pending')).data;

    expect(row).toEqual({
      id,
      status: 'pending',
      direction: 'received',
      message: 'Hello',
      created_at: api.now().toISOString(),
      responded_at: null,
      met_at: null,
      met_conference_id: null,
      note: null,
      user: expect.objectContaining({
        id: grace.id,
        first_name: 'Grace',
        bio: 'Notes',
        connection_status: 'pending_received',
      }),
    });
    expect(keysOf(row.user)).not.toContain('username');
    expect(keysOf(row.user)).not.toContain('messenger_id');

    advance(1_000);
    await answer(ada, id, 'accepted').expect(200);
    expect((await list(ada, '/connected')).data).toEqual([
      {
        ...row,
        status: 'accepted',
        responded_at: api.now().toISOString(),
        user: { ...row.user, username: 'hopper', socials: {}, connection_status: 'accepted' },
      },
    ]);
    expect((await list(grace, '/connected')).data).toMatchObject([
      { id, direction: 'sent', user: { id: ada.id } },
    ]);
  });

  it.each([
    ['', ['Refused', 'Buddy', 'Asking too', 'Asking', 'Refusing', 'Friend', 'Asked']],
    ['?status=pending', ['Asking too', 'Asking', 'Asked']],
    ['?status=accepted', ['Buddy', 'Friend']],
    ['?status=rejected', ['Refused', 'Refusing']],
    ['/pending', ['Asking too', 'Asking']],
    ['/sent', ['Asked']],
    ['/connected', ['Buddy', 'Friend']],
    ['?limit=2&page=2', ['Asking too', 'Asking']],
    ['/connected?limit=1&page=2', ['Friend']],
  ])('are latest first in %p: %p', async (path, names) => {
    await createConnections();
    expect(await namesIn(path)).toEqual(names);
  });

  it('are ordered by the latest answer or request, then by id', async () => {
    const [first, second, third] = await people(api.db, 3);
    const ids = [
      await pendingRequest(first, ada),
      await pendingRequest(second, ada),
      await pendingRequest(ada, third),
    ];
    const order = async () =>
      (await list(ada)).data.map(({ id }: { id: number }) => ids.indexOf(id) + 1);
    expect(await order()).toEqual([3, 2, 1]);
    advance(1_000);
    await answer(ada, ids[0] as number, 'accepted').expect(200);
    expect(await order()).toEqual([1, 3, 2]);
  });

  it('are paginated with totals', async () => {
    await createConnections();
    expect((await list(ada, '?limit=3&page=3')).pagination).toEqual({
      page: 3,
      limit: 3,
      total: 7,
      pages: 3,
    });
    expect((await list(ada, '/pending')).pagination).toMatchObject({ total: 2 });
    expect(await list(grace)).toEqual({
      data: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 0 },
    });
  });

  it("leave out blocked users, as do the counts of the caller's profile", async () => {
    await createConnections();
    await api.db('users').whereIn('first_name', ['Asking', 'Buddy']).update({ is_blocked: true });

    expect(await namesIn('')).toEqual(['Refused', 'Asking too', 'Refusing', 'Friend', 'Asked']);
    expect((await list(ada)).pagination.total).toBe(5);
    const { body } = await api.as(ada).get('/api/v1/users/me').expect(200);
    expect(body.counts).toMatchObject({ connections: 1, pending_requests: 1 });
  });

  it.each([
    ['?status=blocked', 'status'],
    ['?status=', 'status'],
    ['?page=0', 'page'],
    ['/pending?limit=101', 'limit'],
    ['/sent?page=x', 'page'],
    ['/connected?page=10000000&limit=100', 'page'],
  ])('answer 400 to %p', async (path, field) => {
    const { body } = await api.as(ada).get(`${CONNECTIONS}${path}`).expect(400);
    expect(body).toEqual(refusal(field));
  });

  it.each(['', '/pending', '/sent', '/connected'])(
    'send the same number of queries for any length: %p',
    async (path) => {
      const queries = () => countQueries(api.db, () => list(ada, path));
      await createConnections();
      const before = await queries();
      await createConnections();
      expect(await queries()).toBe(before);
      // The caller and the rows: the last page shows the total.
      expect(before).toBe(2);
    },
  );
});

describe('GET /connections/check/:userId', () => {
  it('answers with the status of the pair, seen from either side', async () => {
    const none = { status: 'none', direction: null, connection_id: null, note: null };
    expect((await check(ada, grace).expect(200)).body).toEqual(none);

    const connection_id = await pendingRequest(ada, grace);
    for (const status of ['pending', 'rejected']) {
      if (status !== 'pending') await answer(grace, connection_id, status).expect(200);
      expect((await check(ada, grace).expect(200)).body).toEqual({
        status,
        direction: 'sent',
        connection_id,
        note: null,
      });
      expect((await check(grace, ada).expect(200)).body).toEqual({
        status,
        direction: 'received',
        connection_id,
        note: null,
      });
    }
    expect((await check(linus, ada).expect(200)).body).toEqual(none);
  });

  it("answers 400 to the caller's own id and to a malformed id", async () => {
    expect((await check(ada, ada).expect(400)).body).toEqual(refusal('userId'));
    const { body } = await api.as(ada).get(`${CONNECTIONS}/check/ada`).expect(400);
    expect(body).toEqual(refusal('userId'));
  });

  it.each([
    ['is blocked', { is_blocked: true }],
    ['is erased', { messenger_id: null, erased_at: '2026-05-14T08:00:00.000Z' }],
    ['is not discoverable', { is_discoverable: false }],
  ])('answers 404 for a user who %s', async (_, given) => {
    expect((await check(ada, await aUser(api.db, given)).expect(404)).body).toEqual(NO_SUCH_USER);
    expect((await check(ada, { id: 999_999_999 }).expect(404)).body).toEqual(NO_SUCH_USER);
  });

  it('shows a user who is not discoverable to a user with a connection to them', async () => {
    const hidden = await aUser(api.db, { is_discoverable: false });
    const connection_id = await pendingRequest(hidden, ada);
    expect((await check(ada, hidden).expect(200)).body).toMatchObject({ connection_id });
  });
});

describe('an erased user', () => {
  it('leaves no connection and no notification about them, and keeps hashed request times', async () => {
    const id = await pendingRequest(ada, grace, 'Hello');
    await pendingRequest(linus, ada);
    await answer(grace, id, 'accepted').expect(200);
    await pendingRequest(linus, grace);

    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect(await rowsOf(ada)).toEqual([]);
    expect(await requestTimesOf(ada)).toHaveLength(1);
    expect(await requestTimesOf(linus)).toHaveLength(2);
    expect(await notificationsOf(grace)).toMatchObject([{ data: { actor: { id: linus.id } } }]);
  });
});

it.each([
  ['post', CONNECTIONS],
  ['get', CONNECTIONS],
  ['get', `${CONNECTIONS}/pending`],
  ['get', `${CONNECTIONS}/sent`],
  ['get', `${CONNECTIONS}/connected`],
  ['get', `${CONNECTIONS}/check/1`],
  ['put', `${CONNECTIONS}/1`],
  ['delete', `${CONNECTIONS}/1`],
] as const)('%s %s requires a user', async (method, path) => {
  await api.anonymous()[method](path).expect(401);
  await api.admin()[method](path).expect(401);
});
