import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '../../src/domain/people/users.ts';
import type { Tx } from '../../src/repositories/store.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../support/api.ts';
import { EventStreamReader } from '../support/event-stream.ts';
import { aUser } from '../support/factories.ts';
import { recordingLog } from '../support/log.ts';
import { BOT_TOKEN, signInitData } from '../support/messenger.ts';
import { countQueries, untilWaiting } from '../support/queries.ts';
import { endServices, startService } from '../support/service.ts';

const STREAM = '/api/v1/notifications/stream';
const TICKET = '/api/v1/notifications/stream-ticket';
const HOUR_MS = 3_600_000;

const { log, lines } = recordingLog();
let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let ada: User;
let grace: User;
const readers: EventStreamReader[] = [];

beforeAll(async () => {
  api = await startApi({ log });
  other = await startApi({ on: api });
});
beforeEach(async () => {
  ada = await aUser(api.db, { first_name: 'Ada' });
  grace = await aUser(api.db, { first_name: 'Grace' });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const tokenOf = (user: User, app = api) => ({
  Authorization: `Bearer ${
    app.tokens.issueForUser({ user_id: user.id, messenger_id: Number(user.messenger_id) }).token
  }`,
});

async function open(url: string, headers: Record<string, string>): Promise<EventStreamReader> {
  const reader = await EventStreamReader.open(url, headers);
  readers.push(reader);
  if (reader.status === 200) await reader.until(({ text }) => text !== '');
  return reader;
}

const listen = (user: User, after?: string, app = api) =>
  open(app.url + STREAM, { ...tokenOf(user, app), ...(after && { 'Last-Event-ID': after }) });

/** A beginner's stream, once it is known from where to go on. */
async function begin(user: User, app = api): Promise<EventStreamReader> {
  const reader = await listen(user, undefined, app);
  await reader.until(({ lastId }) => lastId !== '');
  return reader;
}

const notice = (title: string, body = 'Bring your ticket.') =>
  ({ type: 'message', title, body, data: {} }) as const;

/** Some other process tells them. */
const tell = (title: string, ...people: User[]) =>
  other.store.notifications.insertForAll(
    people.map(({ id }) => id),
    notice(title),
  );

/** A transaction that has told Ada this, and commits when it is let go. */
async function telling(title: string) {
  const told = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const done = other.store.transaction(async (tx: Tx) => {
    await tx.notifications.insertForAll([ada.id], notice(title));
    told.resolve();
    await gate.promise;
  });
  await told.promise;
  return async () => {
    gate.resolve();
    await done;
  };
}

/** Makes every look wait; the function lets them go on. */
async function lockNotifications(): Promise<() => Promise<void>> {
  const trx = await other.db.transaction();
  await trx.raw('lock table notifications in access exclusive mode');
  return async () => void (await trx.commit());
}

/** A signal for them is heard, as one for somebody else shows, and leads to no look. */
async function expectNobodyListensFor(user: User): Promise<void> {
  const witness = await listen(grace);
  const queries = await countQueries(api.db, async () => {
    await tell('Nobody hears', user);
    await tell('Heard', grace);
    await witness.received(1);
  });
  expect(queries).toBe(2);
}

describe('GET /notifications/stream', () => {
  it('begins at once with when to come again and where it is, and tells nothing old', async () => {
    await tell('Before', ada);
    const reader = await begin(ada);

    expect(reader.text).toMatch(/^retry: [2-4]\d{3}\n\n:\nid: [\w-]+\n\n$/);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      vary: expect.stringContaining('Authorization'),
    });
    await tell('After', ada);
    expect(await reader.received(1)).toEqual(['After']);
  });

  it('tells what another process wrote, exactly as the list does', async () => {
    const reader = await listen(ada);
    await tell('The doors open at nine', ada);
    await reader.received(1);

    const { body } = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(reader.events).toEqual([
      { id: expect.stringMatching(/^[\w-]+$/), event: 'notification', data: body.data[0] },
    ]);
  });

  it('tells everybody their own, on all their streams', async () => {
    const [first, second, hers] = [await listen(ada), await listen(ada), await listen(grace)];
    await tell('For Ada', ada);
    await tell('For both', ada, grace);

    expect(await first.received(2)).toEqual(['For Ada', 'For both']);
    expect(await second.received(2)).toEqual(['For Ada', 'For both']);
    expect(await hers.received(1)).toEqual(['For both']);
  });

  it('leaves out what is for the messenger alone, and what was dismissed', async () => {
    const reader = await listen(ada);
    const row = { user_id: ada.id, type: 'message', body: 'Hidden.' };
    await api.db('notifications').insert([
      { ...row, title: 'Messenger', in_app: false },
      { ...row, title: 'Dismissed', dismissed_at: new Date() },
    ]);
    await tell('Listed', ada);

    expect(await reader.received(1)).toEqual(['Listed']);
  });

  it('lets somebody listen who comes with messenger data', async () => {
    const launch = signInitData(
      { id: Number(ada.messenger_id), first_name: 'Ada' },
      { at: api.now() },
    );
    const reader = await open(api.url + STREAM, { 'X-Messenger-Auth': launch });
    await tell('Welcome', ada);

    expect(await reader.received(1)).toEqual(['Welcome']);
  });

  it('refuses strangers', () => api.anonymous().get(STREAM).expect(401));

  it('answers a question for its headers alone, and keeps no stream for it', async () => {
    const res = await api.as(ada).head(STREAM).expect(200);
    expect(res.headers['content-type']).toBe('text/event-stream; charset=utf-8');

    await expectNobodyListensFor(ada);
  });
});

describe('what comes late', () => {
  it('is told after what was written later and committed before', async () => {
    const reader = await listen(ada);
    const commit = await telling('Slow');
    await tell('Quick', ada);
    expect(await reader.received(1)).toEqual(['Quick']);
    await commit();

    expect(await reader.received(2)).toEqual(['Quick', 'Slow']);
    const [quick, slow] = reader.events;
    expect(Number(slow?.data.id)).toBeLessThan(Number(quick?.data.id));
  });

  it('is told to somebody who comes again in between, and what they know is not', async () => {
    const first = await listen(ada);
    const commit = await telling('Slow');
    await tell('Quick', ada);
    await first.received(1);
    first.close();
    const second = await listen(ada, first.events[0]?.id);
    await commit();
    await second.received(1);
    const third = await listen(ada, first.events[0]?.id);

    expect(await second.received(1)).toEqual(['Slow']);
    expect(await third.received(1)).toEqual(['Slow']);
  });

  it('is told to somebody who began to listen in between', async () => {
    const commit = await telling('Slow');
    const reader = await listen(ada);
    await commit();

    expect(await reader.received(1)).toEqual(['Slow']);
  });
});

describe('coming again', () => {
  it('tells all that came in between, in order, and nothing twice', async () => {
    const first = await listen(ada);
    await tell('One', ada);
    await first.received(1);
    first.close();
    for (const title of ['Two', 'Three', 'Four']) await tell(title, ada);
    const second = await listen(ada, first.lastId);

    expect(await second.received(3)).toEqual(['Two', 'Three', 'Four']);
    const third = await listen(ada, second.events[0]?.id);
    expect(await third.received(2)).toEqual(['Three', 'Four']);
    const last = await listen(ada, second.lastId);
    await tell('Five', ada);
    expect(await last.received(1)).toEqual(['Five']);
    expect(await second.received(4)).toEqual(['Two', 'Three', 'Four', 'Five']);
  });

  it('works from where a stream was that had nothing to tell', async () => {
    const first = await begin(ada);
    first.close();
    await tell('Missed', ada);

    expect(await (await listen(ada, first.lastId)).received(1)).toEqual(['Missed']);
  });

  it('leads back to where one was, also while others of the same person are looked at', async () => {
    const first = await begin(ada);
    first.close();
    await tell('Missed', ada);
    const second = await listen(ada);
    // What was missed is settled by now, so that the next look at the second goes less far back.
    await sleep(200);
    await tell('Heard', ada);
    await second.received(1);
    await tell('Heard too', ada);
    await second.received(2);
    const release = await lockNotifications();
    await api.db.raw(`select pg_notify('hallway_notifications', ?)`, [String(ada.id)]);
    await untilWaiting(api.db);
    const third = listen(ada, first.lastId);
    await sleep(200);
    await release();

    expect(await (await third).received(3)).toEqual(['Missed', 'Heard', 'Heard too']);
  });

  it('leads nobody to what another was told', async () => {
    const hers = await listen(grace);
    await tell('For Grace', grace);
    await hers.received(1);
    const reader = await listen(ada, hers.lastId);
    await tell('For Ada', ada);

    expect(await reader.received(1)).toEqual(['For Ada']);
  });

  it('tells the newest 1,000 to somebody who was away for long', async () => {
    const first = await begin(ada);
    first.close();
    await api.db.raw(
      `insert into notifications (user_id, type, title, body)
       select ?, 'message', n, 'Many.' from generate_series(1, 1200) as n`,
      [ada.id],
    );
    const second = await listen(ada, first.lastId);

    const titles = await second.received(1_000);
    expect(titles).toEqual(Array.from({ length: 1_000 }, (_, n) => String(n + 201)));
    // Of so many at the same moment a position knows but some: the others are told again.
    const third = await listen(ada, second.events.at(-2)?.id);
    await third.until(({ titles: again }) => again.at(-1) === '1200');
    expect(third.titles).not.toContain('1199');
  });

  it('begins from now where a position lies ahead, as of a database that was set back', async () => {
    const ahead = Buffer.from('["2100-01-01T00:00:00.000Z"]').toString('base64url');
    const reader = await listen(ada, ahead);
    await tell('After all', ada);

    expect(await reader.received(1)).toEqual(['After all']);
  });

  it.each(['noise', '{}', '["0000-01-01T00:00:00.000Z"]', '["2026-05-14T09:00:00.000Z","1"]'])(
    'refuses a position that is none of its own: %s',
    async (text) => {
      const position = Buffer.from(text).toString('base64url');
      const expected = 'expected the id of an event of this stream';
      await api
        .as(ada)
        .get(STREAM)
        .set('Last-Event-ID', position)
        .expect(400, { error: `last-event-id: ${expected}`, code: 'VALIDATION_ERROR' });
      await api
        .as(ada)
        .get(STREAM)
        .query({ last_event_id: position })
        .expect(400, { error: `last_event_id: ${expected}`, code: 'VALIDATION_ERROR' });
    },
  );
});

describe('a stream that lives', () => {
  it('shows it every 25 seconds, and from where to go on', async () => {
    const reader = await begin(ada);
    const begun = reader.lastId;
    await tell('News', ada);
    await reader.received(1);
    const { length } = reader.text;
    api.advance(25_000);
    await reader.until(({ text }) => text.length > length);

    expect(reader.text.slice(length)).toMatch(/^:\nid: [\w-]+\n\n$/);
    expect(reader.lastId).not.toBe(begun);
    const again = await listen(ada, reader.lastId);
    await tell('More', ada);
    expect(await again.received(1)).toEqual(['More']);
  });

  it('ends with the token', async () => {
    const reader = await listen(ada);
    api.advance(HOUR_MS);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
    expect(reader.text).toMatch(/\n\nretry: [2-4]\d{3}\n\n$/);
  });

  it('ends when the messenger data becomes too old', async () => {
    const launch = signInitData(
      { id: Number(ada.messenger_id), first_name: 'Ada' },
      { at: api.now() },
    );
    const reader = await open(api.url + STREAM, { 'X-Messenger-Auth': launch });
    api.advance(24 * HOUR_MS - 1_000);
    await reader.until(({ text }) => text.split(':\nid:').length > 2);
    api.advance(1_000);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
  });

  it('ends at once when its person is blocked, by whatever process', async () => {
    const [reader, hers] = [await listen(ada), await listen(grace)];
    await other.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
    await tell('For those who are left', ada, grace);
    expect(await hers.received(1)).toEqual(['For those who are left']);
    expect(reader.titles).toEqual([]);
  });

  it('ends at once when its person has themselves erased', async () => {
    const reader = await listen(ada);
    await other.as(ada).delete('/api/v1/users/me').expect(200);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
  });

  it('makes room for an eleventh of the same person', async () => {
    const hers = await listen(grace);
    const first = await listen(ada);
    const others = [];
    for (let n = 0; n < 10; n += 1) others.push(await listen(ada));
    await first.ended();
    await tell('All hear', ada, grace);

    for (const reader of [...others, hers]) expect(await reader.received(1)).toEqual(['All hear']);
    expect(first.titles).toEqual([]);
  });
});

describe('in trouble', () => {
  it('nothing is lost when the connection for signals breaks', async () => {
    const reader = await listen(ada);
    for (const title of ['First', 'Second']) {
      await api.db.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'hallway notify listener'`,
      );
      // Before the next connection listens.
      await tell(title, ada);
      await reader.received(title === 'First' ? 1 : 2);
    }

    expect(reader.titles).toEqual(['First', 'Second']);
  });

  it('looks every few seconds where no signal can come through', async () => {
    const deaf = await startApi({
      on: api,
      env: { DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/away' },
    });
    const reader = await listen(ada, undefined, deaf);
    await tell('Found', ada);
    deaf.advance(3_000);

    expect(await reader.received(1)).toEqual(['Found']);
    await deaf.close();
  });

  it('looks again after a look that failed', async () => {
    const reader = await listen(ada);
    await api.db.raw('alter table users rename column is_blocked to was_blocked');
    await api.db.raw(
      `with told as (
         insert into notifications (user_id, type, title, body)
         values (?, 'message', 'Found later', 'Body.') returning user_id
       ) select pg_notify('hallway_notifications', user_id::text) from told`,
      [ada.id],
    );
    const failed = ({ msg }: Readonly<Record<string, unknown>>) =>
      msg === 'notification stream: refresh failed, retrying';
    await reader.until(() => lines.some(failed));
    await api.db.raw('alter table users rename column was_blocked to is_blocked');
    api.advance(3_000);

    expect(await reader.received(1)).toEqual(['Found later']);
  });

  it('a client that leaves while its stream opens leaves nothing behind', async () => {
    const release = await lockNotifications();
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const { Authorization } = tokenOf(ada);
    socket.write(
      `GET ${STREAM} HTTP/1.1\r\nHost: x\r\nX-Request-Id: left\r\nAuthorization: ${Authorization}\r\n\r\n`,
    );
    await untilWaiting(api.db);
    socket.destroy();
    await once(socket, 'close');
    await release();
    const witness = await listen(grace);
    await witness.until(() => lines.some(({ request_id }) => request_id === 'left'));

    expect(lines.filter(({ request_id }) => request_id === 'left')).toEqual([
      expect.objectContaining({ msg: 'request', aborted: true }),
    ]);
    await expectNobodyListensFor(ada);
  });

  it('a reader that is too slow is cut off, and loses nothing', async () => {
    const reader = await listen(ada);
    reader.pause();
    // Far more than what the buffers of both systems hold, in portions that others take one by one.
    const witness = await listen(grace);
    for (let n = 1; n <= 20; n += 1) {
      await api.db.raw(
        `insert into notifications (user_id, type, title, body)
         select ?, 'message', ?, repeat('🧵', 4000) from generate_series(1, 40)`,
        [ada.id, String(n)],
      );
      await tell(String(n), ada, grace);
      await witness.received(n);
    }
    reader.resume();
    await reader.ended();

    expect(reader.isComplete).toBe(false);
    const all = 20 * 41;
    expect(reader.events.length).toBeLessThan(all);
    const heard = () => new Set([...reader.events, ...again.events].map(({ data }) => data.id));
    const again = await listen(ada, reader.lastId);
    await again.until(() => again.titles.at(-1) === '20');
    await again.until(() => heard().size === all);
  });
});

it('looks once for 200 streams, however many are told', async () => {
  const crowd: User[] = [];
  for (let n = 0; n < 200; n += 1) crowd.push(await aUser(api.db));
  const streams = await Promise.all(crowd.map((user) => listen(user)));
  const heard = () => Promise.all(streams.map((stream) => stream.received(1)));
  const queries = await countQueries(api.db, async () => {
    await other.db.raw(
      `with told as (
         insert into notifications (user_id, type, title, body)
         select unnest(?::bigint[]), 'message', 'All', 'Body.'
       ) select pg_notify('hallway_notifications', '*')`,
      [crowd.map(({ id }) => id)],
    );
    await heard();
  });

  expect(new Set((await heard()).flat())).toEqual(new Set(['All']));
  expect(queries).toBe(2);
});

describe('POST /notifications/stream-ticket', () => {
  const ticketOf = async (user: User): Promise<string> => {
    const { body } = await api.as(user).post(TICKET).expect(201);
    return body.ticket;
  };
  const withTicket = (ticket: string, app = api, more = '') =>
    open(`${app.url}${STREAM}?ticket=${ticket}${more}`, {});

  it('gives what opens one stream, to a client without headers', async () => {
    const { body } = await api.as(ada).post(TICKET).expect(201);
    expect(body).toEqual({
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: new Date(api.now().getTime() + 60_000).toISOString(),
    });

    const reader = await withTicket(body.ticket);
    expect(reader.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await tell('Hello', ada);
    expect(await reader.received(1)).toEqual(['Hello']);
    expect((await withTicket(body.ticket)).status).toBe(401);
  });

  it('opens it on another process, and from where another was', async () => {
    const first = await begin(ada);
    first.close();
    await tell('Missed', ada);
    const reader = await withTicket(await ticketOf(ada), other, `&last_event_id=${first.lastId}`);

    expect(await reader.received(1)).toEqual(['Missed']);
  });

  it('opens one even when it is used twice at once', async () => {
    const ticket = await ticketOf(ada);
    const [one, two] = await Promise.all([withTicket(ticket), withTicket(ticket)]);
    expect([one.status, two.status].toSorted()).toEqual([200, 401]);
  });

  it('is worth nothing after a minute, and is thrown away then', async () => {
    const ticket = await ticketOf(ada);
    api.advance(60_000);
    await api.anonymous().get(STREAM).query({ ticket }).expect(401);
    await ticketOf(grace);

    expect(await api.db('stream_tickets').where({ user_id: ada.id })).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['unknown', 'x'.repeat(43)],
  ])('is no ticket that is %s', async (_what, ticket) => {
    await api
      .anonymous()
      .get(STREAM)
      .query({ ticket })
      .expect(401, { error: 'Unauthorized', code: 'UNAUTHORIZED' });
  });

  it('is worth nothing to a blocked person, even one that was made at that moment', async () => {
    const before = await ticketOf(ada);
    await api.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
    await api.anonymous().get(STREAM).query({ ticket: before }).expect(401);

    const meanwhile = await ticketOf(grace);
    await api.db('users').where({ id: grace.id }).update({ is_blocked: true });
    await api.anonymous().get(STREAM).query({ ticket: meanwhile }).expect(403);
  });

  it('goes with its person', async () => {
    const ticket = await ticketOf(ada);
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect(await api.db('stream_tickets').where({ user_id: ada.id })).toEqual([]);
    await api.anonymous().get(STREAM).query({ ticket }).expect(401);
  });

  it('opens what ends with the credentials it was made with', async () => {
    const old = tokenOf(ada);
    api.advance(HOUR_MS - 30_000);
    const res = await fetch(api.url + TICKET, { method: 'POST', headers: old });
    const { ticket, expires_at } = (await res.json()) as { ticket: string; expires_at: string };
    expect(expires_at).toBe(new Date(api.now().getTime() + 30_000).toISOString());

    const reader = await withTicket(ticket);
    api.advance(30_000);
    await reader.ended();
    expect(reader.isComplete).toBe(true);
  });

  it('is told to nobody else: neither the database nor the log knows it', async () => {
    const ticket = await ticketOf(ada);
    const [row] = await api.db('stream_tickets').where({ user_id: ada.id });
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
    (await withTicket(ticket)).close();
    await (await listen(grace)).until(() =>
      lines.some(({ path, method }) => path === STREAM && method === 'GET'),
    );

    expect(JSON.stringify(lines)).not.toContain(ticket);
  });
});

describe('a process that stops', () => {
  it('ends its streams, spread over time, and goes soon', async () => {
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-streams-'));
    const service = await startService({
      env: {
        NODE_ENV: 'production',
        ROLE: 'api',
        DATABASE_URL: api.databaseUrl,
        JWT_SECRET,
        ADMIN_API_KEY,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        DRAIN_DELAY: '1',
      },
      cwd,
    });
    const launch = { id: Number(ada.messenger_id), first_name: 'Ada' };
    const headers = { 'X-Messenger-Auth': signInitData(launch, { at: new Date() }) };
    const reader = await open(service.url + STREAM, headers);
    await tell('Still here', ada);
    await reader.received(1);
    service.child.kill('SIGTERM');
    await reader.until(() => service.log().some(({ msg }) => msg === 'stopping'));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(503);
    await tell('And still', ada);
    expect(await reader.received(2)).toEqual(['Still here', 'And still']);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
    expect(reader.text).toMatch(/\n\nretry: [2-4]\d{3}\n\n$/);
    expect(await service.ended).toBe(0);
    const [stopping, stopped] = service.log().filter(({ msg }) => msg.startsWith('stop'));
    expect(Number(stopped?.time) - Number(stopping?.time)).toBeLessThan(8_000);
    expect(service.log().filter(({ level }) => level > 30)).toEqual([]);
    await endServices();
    await rm(cwd, { recursive: true });
  });
});
