import { MAX_DAILY_REQUESTS } from '../../src/domain/networking/connections.ts';
import type { User } from '../../src/domain/people/users.ts';
import { sweepExpiredCounters } from '../../src/jobs/sweep-expired-counters.job.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { whileErasing } from '../support/erasure.ts';
import { aConnection, aUser, people } from '../support/factories.ts';
import { failure, refusal } from '../support/failures.ts';
import { keysOf } from '../support/lists.ts';
import { countQueries } from '../support/queries.ts';

const CONNECTIONS = '/api/v1/connections';
const DAY = 86_400_000;
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
const NO_SUCH_USER = { error: 'user not found', code: 'NOT_FOUND' };
const NO_SUCH_CONNECTION = { error: 'connection not found', code: 'NOT_FOUND' };

let api: TestApi;
let other: TestApi;
let ada: User;
let grace: User;
let linus: User;

beforeAll(async () => {
  api = await startApi();
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

const ask = (from: User, to: Pick<User, 'id'>, message?: string | null, through = api) =>
  through.as(from).post(CONNECTIONS).send({ recipient_id: to.id, message });
const answer = (user: User, id: number, status: string) =>
  api.as(user).put(`${CONNECTIONS}/${id}`).send({ status });
const end = (user: User, id: number) => api.as(user).delete(`${CONNECTIONS}/${id}`);
const check = (user: User, of: Pick<User, 'id'>) =>
  api.as(user).get(`${CONNECTIONS}/check/${of.id}`);
const asked = async (from: User, to: User, message?: string): Promise<number> =>
  (await ask(from, to, message).expect(201)).body.id;

/** For both processes. */
const advance = (ms: number) => {
  for (const process of [api, other]) process.advance(ms);
};

const rowsOf = (user: User) =>
  api.db('connections').where({ requester_id: user.id }).orWhere({ recipient_id: user.id });
const noticesTo = (user: User) => api.db('notifications').where({ user_id: user.id }).orderBy('id');
const toldTo = (user: User): PromiseLike<string[]> => noticesTo(user).pluck('type');
const countedFor = (user: User): PromiseLike<object[]> =>
  api.db('connection_requests').where({ user_id: user.id });
/** How many answers had each status. */
const tally = (answers: readonly { status: number }[]) => {
  const groups = Object.entries(Object.groupBy(answers, ({ status }) => String(status)));
  return Object.fromEntries(groups.map(([status, found]) => [status, found?.length]));
};
/** In parts, so that not all wait for the database at once. */
async function inChunks<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>) {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}

describe('POST /connections', () => {
  it('asks a person, and tells them', async () => {
    const { body } = await ask(ada, grace, ' Loved your talk! ').expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      requester_id: ada.id,
      recipient_id: grace.id,
      status: 'pending',
      direction: 'sent',
      message: 'Loved your talk!',
      created_at: api.now().toISOString(),
      responded_at: null,
    });
    expect(await noticesTo(grace)).toMatchObject([
      {
        type: 'connection_request',
        title: 'Ada Lovelace wants to connect',
        body: 'Loved your talk!',
        data: {
          connection_id: body.id,
          actor: { id: ada.id, first_name: 'Ada', photo_url: 'https://x.y/a' },
        },
        in_app: true,
      },
    ]);
    expect(await toldTo(ada)).toEqual([]);
  });

  it.each([{}, { message: null }])('needs no words: %p', async (words) => {
    const sent = api
      .as(ada)
      .post(CONNECTIONS)
      .send({ recipient_id: grace.id, ...words });
    expect((await sent.expect(201)).body.message).toBeNull();
    expect(await noticesTo(grace)).toMatchObject([{ body: 'You can say yes or no.' }]);
  });

  it('has the messenger tell who can be told there', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const id = await asked(ada, grace);
    await asked(ada, linus);
    expect(await api.db('deliveries').whereIn('user_id', [grace.id, linus.id])).toMatchObject([
      { user_id: grace.id, status: 'queued' },
    ]);

    await api.db('users').where({ id: ada.id }).update({ messenger_reachable: true });
    await answer(grace, id, 'accepted').expect(200);
    expect(await api.db('deliveries').where({ user_id: ada.id })).toHaveLength(1);
  });

  it('has room for the longest name', async () => {
    const long = await aUser(api.db, { first_name: '𝒜'.repeat(256), last_name: 'B'.repeat(256) });
    await asked(long, grace);
    const [notice] = await noticesTo(grace);
    expect(notice.title).toBe(`${'𝒜'.repeat(150)}… wants to connect`);
  });

  it('answers the same again with the request that waits, as it was', async () => {
    const first = await ask(ada, grace, 'Hello').expect(201);
    advance(1_000);
    const again = await ask(ada, grace, 'Hello again').expect(200);

    expect(again.body).toEqual(first.body);
    expect(await toldTo(grace)).toEqual(['connection_request']);
    expect(await countedFor(ada)).toHaveLength(1);
  });

  it('takes it for a yes when the other has asked already', async () => {
    const id = await asked(ada, grace, 'Hello');
    advance(1_000);
    const { body } = await ask(grace, ada, 'Hello too').expect(200);

    expect(body).toMatchObject({
      id,
      requester_id: ada.id,
      recipient_id: grace.id,
      status: 'accepted',
      direction: 'received',
      message: 'Hello',
      responded_at: api.now().toISOString(),
    });
    expect(await noticesTo(ada)).toMatchObject([
      {
        type: 'connection_accepted',
        title: 'Grace said yes',
        data: { connection_id: id, actor: { id: grace.id, first_name: 'Grace', photo_url: null } },
      },
    ]);
    expect(await countedFor(grace)).toEqual([]);
  });

  it('refuses those who are connected, either of them', async () => {
    await aConnection(api.db, [ada, grace]);
    for (const [from, to] of [
      [ada, grace],
      [grace, ada],
    ] as const) {
      expect((await ask(from, to).expect(409)).body).toEqual(failure('ALREADY_CONNECTED'));
    }
    expect(await toldTo(grace)).toEqual([]);
  });

  it('refuses who was rejected for 30 days', async () => {
    const id = await asked(ada, grace, 'Hello');
    await answer(grace, id, 'rejected').expect(200);
    for (const ms of [0, 30 * DAY - 1]) {
      advance(ms);
      expect((await ask(ada, grace).expect(409)).body).toEqual(failure('CONNECTION_REJECTED'));
    }
    expect(await countedFor(ada)).toHaveLength(1);

    advance(1);
    const { body } = await ask(ada, grace, 'And now?').expect(201);

    expect(body).toMatchObject({
      id,
      requester_id: ada.id,
      status: 'pending',
      message: 'And now?',
      created_at: api.now().toISOString(),
      responded_at: null,
    });
    expect(await toldTo(grace)).toEqual(['connection_request', 'connection_request']);
    expect(await countedFor(ada)).toHaveLength(2);
  });

  it('lets whoever said no think better of it at once, and turns the request round', async () => {
    const id = await asked(ada, grace, 'Hello');
    await answer(grace, id, 'rejected').expect(200);
    const { body } = await ask(grace, ada).expect(201);

    expect(body).toMatchObject({
      id,
      requester_id: grace.id,
      recipient_id: ada.id,
      status: 'pending',
      direction: 'sent',
      message: null,
    });
    expect(await rowsOf(ada)).toHaveLength(1);
    expect(await toldTo(ada)).toEqual(['connection_request']);
    expect(await countedFor(grace)).toHaveLength(1);
    await answer(ada, id, 'accepted').expect(200);
    expect(await toldTo(grace)).toEqual(['connection_request', 'connection_accepted']);
  });

  it.each([
    ['nobody', {}],
    ['no person', { recipient_id: null }],
    ['an id in words', { recipient_id: '7' }],
    ['an id that is none', { recipient_id: 0 }],
    ['an id past all numbers', { recipient_id: 2 ** 53 }],
  ])('refuses to ask %s', async (_, body) => {
    const res = await api.as(ada).post(CONNECTIONS).send(body).expect(400);
    expect(res.body).toEqual(refusal('recipient_id'));
  });

  it.each([
    ['empty', ''],
    ['blank', ' '],
    ['too long', 'x'.repeat(501)],
    ['of a NUL', '\0'],
    ['a number', 7],
  ])('refuses a message that is %s', async (_, message) => {
    const sent = api.as(ada).post(CONNECTIONS).send({ recipient_id: grace.id, message });
    expect((await sent.expect(400)).body).toEqual(refusal('message'));
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('takes a message of 500 characters', () => ask(ada, grace, 'x'.repeat(500)).expect(201));

  it('refuses oneself', async () => {
    const { body } = await ask(ada, ada).expect(400);
    expect(body).toEqual(refusal('recipient_id'));
  });

  it.each([
    ['is blocked', { is_blocked: true }],
    ['is erased', { messenger_id: null, erased_at: '2026-05-14T08:00:00.000Z' }],
    ['does not want to be found', { is_discoverable: false }],
    ['has never signed in', { last_seen_at: null }],
  ])('knows nobody who %s', async (_, given) => {
    const hidden = await aUser(api.db, given);
    expect((await ask(ada, hidden).expect(404)).body).toEqual(NO_SUCH_USER);
    expect((await ask(ada, { id: 999_999_999 }).expect(404)).body).toEqual(NO_SUCH_USER);
    expect(await countedFor(ada)).toEqual([]);
    expect(await toldTo(hidden)).toEqual([]);
  });

  it('lets who does not want to be found ask, and be asked back', async () => {
    const hidden = await aUser(api.db, { is_discoverable: false });
    const id = await asked(hidden, ada);
    expect((await ask(ada, hidden).expect(200)).body).toMatchObject({ id, status: 'accepted' });
  });

  it('refuses a blocked caller', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    expect((await ask(blocked, grace).expect(403)).body).toEqual(FORBIDDEN);
    expect(await rowsOf(grace)).toEqual([]);
  });

  it('refuses somebody who blocked meanwhile whom one is connected with', async () => {
    await aConnection(api.db, [ada, grace]);
    await api.admin().post(`/api/v1/admin/users/${grace.id}/block`).expect(200);
    await ask(ada, grace).expect(404);
  });
});

describe('requests at once', () => {
  it('make one of the same that is sent ten times', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(ada, grace, null, n % 2 ? other : api)),
    );

    expect(tally(answers)).toEqual({ 200: 9, 201: 1 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await toldTo(grace)).toEqual(['connection_request']);
    expect(await countedFor(ada)).toHaveLength(1);
  });

  it('of 500 pairs who ask each other end in one connection and two notices for each', async () => {
    const made: User[] = await people(api.db, 1_000);
    const pairs = Array.from({ length: 500 }, (_, n) => made.slice(2 * n, 2 * n + 2));

    const answers = await inChunks(pairs, 20, ([one, two]) =>
      Promise.all([ask(one as User, two as User), ask(two as User, one as User, null, other)]),
    );

    const wrong = answers.filter(
      ([first, second]) => first.status + second.status !== 401 || first.body.id !== second.body.id,
    );
    expect(wrong.map((both) => both.map(({ status, body }) => ({ status, body })))).toEqual([]);
    const ids = made.map(({ id }) => id);
    const rows = await api.db('connections').whereIn('requester_id', ids);
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['accepted']));
    const notices = await api.db('notifications').whereIn('user_id', ids);
    const told = notices.map(({ user_id, type }) => `${type} ${user_id}`).toSorted();
    const expected = rows.flatMap(({ requester_id, recipient_id }) => [
      `connection_accepted ${requester_id}`,
      `connection_request ${recipient_id}`,
    ]);
    expect(told).toEqual(expected.toSorted());
  }, 60_000);

  it('of one person make no more than 50', async () => {
    const asker = await aUser(api.db);
    const others: User[] = await people(api.db, 60);
    const answers = await Promise.all(
      others.map((one, n) => ask(asker, one, null, n % 2 ? other : api)),
    );

    expect(tally(answers)).toEqual({ 201: 50, 429: 10 });
    expect(await rowsOf(asker)).toHaveLength(50);
    expect(await countedFor(asker)).toHaveLength(50);
    const notices = api.db('notifications').whereIn(
      'user_id',
      others.map(({ id }) => id),
    );
    expect(await notices).toHaveLength(50);
  });

  it('see that the person asked is erased meanwhile', async () => {
    const { body } = await whileErasing(api, grace, () => ask(ada, grace));

    expect(body).toEqual(NO_SUCH_USER);
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('take nothing of somebody who is erased meanwhile', async () => {
    const { body } = await whileErasing(api, ada, () => ask(ada, grace));

    expect(body).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    expect(await toldTo(grace)).toEqual([]);
  });

  it('leave nothing of somebody who has themselves erased while others ask and answer', async () => {
    const pairs = await inChunks(Array(20).fill(0), 5, () => people(api.db, 3));
    const answers = await inChunks(pairs, 5, async ([leaving, asking, waiting]) => {
      const id = await asked(leaving, waiting);
      return Promise.all([
        api.as(leaving).delete('/api/v1/users/me'),
        ask(asking, leaving),
        answer(waiting, id, 'accepted'),
      ]);
    });

    for (const [erased, request, accepted] of answers) {
      expect(erased.status).toBe(200);
      expect([201, 404]).toContain(request.status);
      expect([200, 404]).toContain(accepted.status);
    }
    for (const [leaving, ...others] of pairs) {
      expect(await rowsOf(leaving)).toEqual([]);
      expect(await toldTo(leaving)).toEqual([]);
      for (const one of others) expect(await toldTo(one)).toEqual([]);
    }
  });
});

describe('the daily limit', () => {
  const asks = async (user: User, count: number) => {
    const rows = Array.from({ length: count }, () => ({
      user_id: user.id,
      requested_at: api.now(),
    }));
    await api.db('connection_requests').insert(rows);
  };

  it('refuses the 51st request in 24 hours until the first is a day old', async () => {
    await asks(ada, 1);
    advance(60_000);
    await asks(ada, MAX_DAILY_REQUESTS - 2);
    await asked(ada, grace);

    const refused = await ask(ada, linus).expect(429);
    expect(refused.body).toEqual(failure('RATE_LIMITED'));
    expect(refused.get('Retry-After')).toBe('86340');
    expect(refused.get('RateLimit-Policy')).toBe('"connection-requests";q=50;w=86400');
    expect(refused.get('RateLimit')).toBe('"connection-requests";r=0;t=86340');
    expect(await toldTo(linus)).toEqual([]);

    advance(DAY - 60_001);
    expect((await ask(ada, linus).expect(429)).get('Retry-After')).toBe('1');
    advance(1);
    await ask(ada, linus).expect(201);
    await ask(ada, await aUser(api.db)).expect(429);
  });

  it('counts what was withdrawn and what was asked anew', async () => {
    await asks(ada, MAX_DAILY_REQUESTS - 1);
    const id = await asked(ada, grace);
    await end(ada, id).expect(200);
    await ask(ada, grace).expect(429);

    await aConnection(api.db, [linus, ada], 'rejected');
    await ask(ada, linus).expect(429);
    expect(await rowsOf(ada)).toMatchObject([{ requester_id: linus.id, status: 'rejected' }]);
  });

  it('leaves alone who repeats a request, says yes by asking, or answers', async () => {
    await asked(ada, grace);
    await asked(linus, ada);
    const [late] = await people(api.db, 1);
    const id = await asked(late, ada);
    await asks(ada, MAX_DAILY_REQUESTS);

    await ask(ada, grace).expect(200);
    await ask(ada, linus).expect(200);
    await answer(ada, id, 'accepted').expect(200);
  });

  it('is each person’s own', async () => {
    await asks(ada, MAX_DAILY_REQUESTS);
    await ask(grace, ada).expect(201);
  });

  it('forgets by and by what counts no more', async () => {
    await api.db('connection_requests').delete();
    const hoursAgo = (hours: number) => ({
      user_id: ada.id,
      requested_at: api.db.raw(`now() - ? * interval '1 hour'`, [hours]),
    });
    await api.db('connection_requests').insert([hoursAgo(26), hoursAgo(25.1), hoursAgo(24.5)]);

    expect(await sweepExpiredCounters.run(api, null, new AbortController().signal)).toEqual({
      swept: 2,
    });
    expect(await countedFor(ada)).toHaveLength(1);
  });
});

describe('PUT /connections/:id', () => {
  it.each([
    ['accepted', ['connection_accepted']],
    ['rejected', []],
  ])('lets the recipient say %s, and tells the other only of a yes', async (status, told) => {
    const id = await asked(ada, grace, 'Hello');
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
    });
    expect(await toldTo(ada)).toEqual(told);
  });

  it.each([
    ['accepted', 'rejected'],
    ['rejected', 'accepted'],
  ])('takes %s once more, and no %s after it', async (status, another) => {
    const id = await asked(ada, grace);
    const first = await answer(grace, id, status).expect(200);
    advance(1_000);

    expect((await answer(grace, id, status).expect(200)).body).toEqual(first.body);
    expect((await answer(grace, id, another).expect(409)).body).toEqual(failure('CONFLICT'));
    expect(await rowsOf(ada)).toMatchObject([{ status }]);
    expect(await toldTo(ada)).toHaveLength(status === 'accepted' ? 1 : 0);
  });

  it('is not for who asked, and unknown to others', async () => {
    const id = await asked(ada, grace);
    expect((await answer(ada, id, 'accepted').expect(403)).body).toEqual(FORBIDDEN);
    expect((await answer(linus, id, 'accepted').expect(404)).body).toEqual(NO_SUCH_CONNECTION);
    expect((await answer(grace, 999_999_999, 'accepted').expect(404)).body).toEqual(
      NO_SUCH_CONNECTION,
    );
    expect(await rowsOf(ada)).toMatchObject([{ status: 'pending' }]);
  });

  it.each([{}, { status: null }, { status: 'pending' }, { status: 'yes' }])(
    'refuses %p',
    async (body) => {
      const id = await asked(ada, grace);
      const res = await api.as(grace).put(`${CONNECTIONS}/${id}`).send(body).expect(400);
      expect(res.body).toEqual(refusal('status'));
    },
  );

  it('refuses what is no id', async () => {
    const res = await api.as(grace).put(`${CONNECTIONS}/x`).send({ status: 'accepted' });
    expect(res).toMatchObject({ status: 400, body: refusal('id') });
  });

  it('has one answer when a yes and a no come at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [from, to] = await people(api.db, 2);
      const id = await asked(from, to);
      const [yes, no] = await Promise.all([
        answer(to, id, 'accepted'),
        other.as(to).put(`${CONNECTIONS}/${id}`).send({ status: 'rejected' }),
      ]);

      expect(tally([yes, no])).toEqual({ 200: 1, 409: 1 });
      const status = yes.status === 200 ? 'accepted' : 'rejected';
      expect(await rowsOf(from)).toMatchObject([{ status }]);
      expect(await toldTo(from)).toHaveLength(status === 'accepted' ? 1 : 0);
    }
  });

  it('tells once of a yes that is sent ten times at once', async () => {
    const id = await asked(ada, grace);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => answer(grace, id, 'accepted')),
    );
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await toldTo(ada)).toEqual(['connection_accepted']);
  });
});

describe('DELETE /connections/:id', () => {
  it('takes a request back, with all that its recipient was told of it', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const kept = await asked(linus, grace);
    const id = await asked(ada, grace);

    expect((await end(ada, id).expect(200)).body).toEqual({ id, deleted: true });

    expect(await rowsOf(ada)).toEqual([]);
    expect(await noticesTo(grace)).toMatchObject([{ data: { connection_id: kept } }]);
    expect(await api.db('deliveries').where({ user_id: grace.id })).toHaveLength(1);
    expect((await end(ada, id).expect(404)).body).toEqual(NO_SUCH_CONNECTION);
    await ask(ada, grace).expect(201);
  });

  it('lets either end a connection, and leaves what was told', async () => {
    for (const who of ['asker', 'asked'] as const) {
      const [from, to] = await people(api.db, 2);
      const id = await asked(from, to);
      await answer(to, id, 'accepted').expect(200);

      await end(who === 'asker' ? from : to, id).expect(200);

      expect(await rowsOf(from)).toEqual([]);
      expect(await toldTo(from)).toEqual(['connection_accepted']);
      expect(await toldTo(to)).toEqual(['connection_request']);
      await ask(to, from).expect(201);
    }
  });

  it('is not for who is to answer, and unknown to others', async () => {
    const id = await asked(ada, grace);
    expect((await end(grace, id).expect(403)).body).toEqual(FORBIDDEN);
    expect((await end(linus, id).expect(404)).body).toEqual(NO_SUCH_CONNECTION);
    expect(await rowsOf(ada)).toHaveLength(1);
    expect(await toldTo(grace)).toHaveLength(1);
  });

  it('leaves a no as it is, whoever tries', async () => {
    const id = await asked(ada, grace);
    await answer(grace, id, 'rejected').expect(200);
    for (const user of [ada, grace]) {
      expect((await end(user, id).expect(409)).body).toEqual(failure('CONFLICT'));
    }
    expect(await rowsOf(ada)).toMatchObject([{ status: 'rejected' }]);
  });

  it('refuses what is no id', async () => {
    const res = await api.as(ada).delete(`${CONNECTIONS}/0`).expect(400);
    expect(res.body).toEqual(refusal('id'));
  });

  it('is one or the other when it is taken back and accepted at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [from, to] = await people(api.db, 2);
      const id = await asked(from, to);
      const [ended, accepted] = await Promise.all([
        end(from, id),
        other.as(to).put(`${CONNECTIONS}/${id}`).send({ status: 'accepted' }),
      ]);

      // Who was accepted first has ended a connection.
      expect(ended.status).toBe(200);
      expect([200, 404]).toContain(accepted.status);
      expect(await rowsOf(from)).toEqual([]);
      const wasConnected = accepted.status === 200;
      expect(await toldTo(from)).toEqual(wasConnected ? ['connection_accepted'] : []);
      expect(await toldTo(to)).toEqual(wasConnected ? ['connection_request'] : []);
    }
  });
});

describe('the lists of connections', () => {
  const list = async (user: User, path = '') =>
    (await api.as(user).get(`${CONNECTIONS}${path}`).expect(200)).body;
  const namesIn = async (path: string): Promise<string[]> =>
    (await list(ada, path)).data.map(({ user }: { user: User }) => user.first_name);

  /** Ada and seven others, one minute after the other. */
  const everything = async () => {
    for (const [first_name, direction, status] of [
      ['Asked', 'sent', 'pending'],
      ['Friend', 'sent', 'accepted'],
      ['Refusing', 'sent', 'rejected'],
      ['Asking', 'received', 'pending'],
      ['Asking too', 'received', 'pending'],
      ['Buddy', 'received', 'accepted'],
      ['Refused', 'received', 'rejected'],
    ] as const) {
      const one = await aUser(api.db, { first_name });
      advance(60_000);
      const id = direction === 'sent' ? await asked(ada, one) : await asked(one, ada);
      if (status !== 'pending') await answer(direction === 'sent' ? one : ada, id, status);
      await aConnection(api.db, [one, linus]);
    }
  };

  it('show the other person as the caller may see them, and what they have with each other', async () => {
    await api.db('users').where({ id: grace.id }).update({ username: 'hopper', bio: 'Notes' });
    const id = await asked(grace, ada, 'Hello');
    const [row] = (await list(ada, '/pending')).data;

    expect(row).toEqual({
      id,
      status: 'pending',
      direction: 'received',
      message: 'Hello',
      created_at: api.now().toISOString(),
      responded_at: null,
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
  ])('have in %p the latest first: %p', async (path, names) => {
    await everything();
    expect(await namesIn(path)).toEqual(names);
  });

  it('put first what was answered last, and the later of what came at once', async () => {
    const [first, second, third] = await people(api.db, 3);
    const ids = [await asked(first, ada), await asked(second, ada), await asked(ada, third)];
    const order = async () =>
      (await list(ada)).data.map(({ id }: { id: number }) => ids.indexOf(id) + 1);
    expect(await order()).toEqual([3, 2, 1]);
    advance(1_000);
    await answer(ada, ids[0] as number, 'accepted').expect(200);
    expect(await order()).toEqual([1, 3, 2]);
  });

  it('count what they hold', async () => {
    await everything();
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

  it('leave out who is blocked, and so do the counts of the own profile', async () => {
    await everything();
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
  ])('refuse %p', async (path, field) => {
    const { body } = await api.as(ada).get(`${CONNECTIONS}${path}`).expect(400);
    expect(body).toEqual(refusal(field));
  });

  it.each(['', '/pending', '/sent', '/connected'])(
    'take as many queries for many as for one: %p',
    async (path) => {
      const queries = () => countQueries(api.db, () => list(ada, path));
      await everything();
      const before = await queries();
      await everything();
      expect(await queries()).toBe(before);
      // The caller, the count and the rows.
      expect(before).toBe(3);
    },
  );
});

describe('GET /connections/check/:userId', () => {
  it('tells how the two stand, from either side', async () => {
    const nothing = { status: 'none', direction: null, connection_id: null };
    expect((await check(ada, grace).expect(200)).body).toEqual(nothing);

    const connection_id = await asked(ada, grace);
    for (const status of ['pending', 'rejected']) {
      if (status !== 'pending') await answer(grace, connection_id, status).expect(200);
      expect((await check(ada, grace).expect(200)).body).toEqual({
        status,
        direction: 'sent',
        connection_id,
      });
      expect((await check(grace, ada).expect(200)).body).toEqual({
        status,
        direction: 'received',
        connection_id,
      });
    }
    expect((await check(linus, ada).expect(200)).body).toEqual(nothing);
  });

  it('refuses oneself, and what is no id', async () => {
    expect((await check(ada, ada).expect(400)).body).toEqual(refusal('userId'));
    const { body } = await api.as(ada).get(`${CONNECTIONS}/check/ada`).expect(400);
    expect(body).toEqual(refusal('userId'));
  });

  it.each([
    ['is blocked', { is_blocked: true }],
    ['is erased', { messenger_id: null, erased_at: '2026-05-14T08:00:00.000Z' }],
    ['does not want to be found', { is_discoverable: false }],
  ])('knows nobody who %s', async (_, given) => {
    expect((await check(ada, await aUser(api.db, given)).expect(404)).body).toEqual(NO_SUCH_USER);
    expect((await check(ada, { id: 999_999_999 }).expect(404)).body).toEqual(NO_SUCH_USER);
  });

  it('knows who is hidden for who has something with them', async () => {
    const hidden = await aUser(api.db, { is_discoverable: false });
    const connection_id = await asked(hidden, ada);
    expect((await check(ada, hidden).expect(200)).body).toMatchObject({ connection_id });
  });
});

describe('an erased person', () => {
  it('leaves no connection, no count, and no word to others', async () => {
    const id = await asked(ada, grace, 'Hello');
    await asked(linus, ada);
    await answer(grace, id, 'accepted').expect(200);
    await asked(linus, grace);

    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect(await rowsOf(ada)).toEqual([]);
    expect(await countedFor(ada)).toEqual([]);
    expect(await countedFor(linus)).toHaveLength(2);
    expect(await noticesTo(grace)).toMatchObject([{ data: { actor: { id: linus.id } } }]);
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
] as const)('%s %s needs a person', async (method, path) => {
  await api.anonymous()[method](path).expect(401);
  await api.admin()[method](path).expect(401);
});
