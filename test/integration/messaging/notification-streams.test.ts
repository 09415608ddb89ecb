import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { User } from '../../../src/domain/people/users.ts';
import type { Tx } from '../../../src/repositories/store.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../../support/api.ts';
import { laterOn } from '../../support/changes.ts';
import { beginTransaction } from '../../support/database.ts';
import { EventStreamReader } from '../../support/event-stream.ts';
import { aUser, people } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';
import { endServices, startService } from '../../support/service.ts';

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

/** Opens a new stream and waits for its start position. */
async function listenFromNow(user: User, app = api): Promise<EventStreamReader> {
  const reader = await listen(user, undefined, app);
  await reader.until(({ lastId }) => lastId !== '');
  return reader;
}

const content = (title: string) =>
  ({ type: 'message', args: { title, body: 'Bring your ticket.' }, data: {} }) as const;

/** Notifies users from another process. */
const notify = (title: string, ...users: User[]) =>
  other.store.notifications.insertForAll(
    users.map(({ id }) => id),
    content(title),
  );

/** Notifies Ada in a transaction that stays open until `commit` is called. */
async function notifyUncommitted(title: string) {
  const inserted = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const done = other.store.transaction(async (tx: Tx) => {
    await tx.notifications.insertForAll([ada.id], content(title));
    inserted.resolve();
    await committing.promise;
  });
  await inserted.promise;
  const commit = async () => {
    committing.resolve();
    await done;
  };
  return { commit, [Symbol.asyncDispose]: commit };
}

/** Makes every refresh wait until the returned transaction ends. */
async function lockNotifications() {
  const trx = await beginTransaction(other.db);
  await trx.raw('lock table notifications in access exclusive mode');
  return trx;
}

/** A NOTIFY for the user causes no refresh. One for Grace, sent later, shows that both arrived. */
async function expectNoStreamOf(user: User): Promise<void> {
  const witness = await listen(grace);
  const queries = await countQueries(api.db, async () => {
    await notify('Not sent', user);
    await notify('Sent', grace);
    await witness.received(1);
  });
  expect(queries).toBe(2);
}

describe('GET /notifications/stream', () => {
  it('starts with the reconnection time and a position, without earlier notifications', async () => {
    await notify('Before', ada);
    const reader = await listenFromNow(ada);

    expect(reader.text).toMatch(/^retry: [2-4]\d{3}\n\n:\nid: [\w-]+\n\n$/);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: expect.stringContaining('Authorization'),
    });
    await notify('After', ada);
    expect(await reader.received(1)).toEqual(['After']);
  });

  it('sends notifications of another process, in the shape of the list', async () => {
    const reader = await listen(ada);
    await notify('The doors open at nine', ada);
    await reader.received(1);

    const { body } = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(reader.events).toEqual([
      { id: expect.stringMatching(/^[\w-]+$/), event: 'notification', data: body.data[0] },
    ]);
  });

  it('sends each user their own notifications, on all their streams', async () => {
    const [first, second, hers] = [await listen(ada), await listen(ada), await listen(grace)];
    await notify('For Ada', ada);
    await notify('For both', ada, grace);

    expect(await first.received(2)).toEqual(['For Ada', 'For both']);
    expect(await second.received(2)).toEqual(['For Ada', 'For both']);
    expect(await hers.received(1)).toEqual(['For both']);
  });

  it('leaves out dismissed notifications and those for the messenger only', async () => {
    const reader = await listen(ada);
    const row = { user_id: ada.id, type: 'message', body: 'Hidden.' };
    await api.db('notifications').insert([
      { ...row, title: 'Messenger', in_app: false },
      { ...row, title: 'Dismissed', dismissed_at: new Date() },
    ]);
    await notify('Listed', ada);

    expect(await reader.received(1)).toEqual(['Listed']);
  });

  it('accepts launch data as credentials', async () => {
    const launch = signInitData(
      { id: Number(ada.messenger_id), first_name: 'Ada' },
      { at: api.now() },
    );
    const reader = await open(api.url + STREAM, { 'X-Messenger-Auth': launch });
    await notify('Welcome', ada);

    expect(await reader.received(1)).toEqual(['Welcome']);
  });

  it('answers 401 without credentials', () => api.anonymous().get(STREAM).expect(401));

  it('answers HEAD without opening a stream', async () => {
    const res = await api.as(ada).head(STREAM).expect(200);
    expect(res.headers['content-type']).toBe('text/event-stream; charset=utf-8');

    await expectNoStreamOf(ada);
  });
});

describe('a notification that commits late', () => {
  it('is sent after one that was inserted later and committed earlier', async () => {
    const reader = await listen(ada);
    await using late = await notifyUncommitted('Slow');
    await notify('Quick', ada);
    expect(await reader.received(1)).toEqual(['Quick']);
    await late.commit();

    expect(await reader.received(2)).toEqual(['Quick', 'Slow']);
    const [quick, slow] = reader.events;
    expect(Number(slow?.data.id)).toBeLessThan(Number(quick?.data.id));
  });

  it('is the only one sent to a client that reconnected before the commit', async () => {
    const first = await listen(ada);
    await using late = await notifyUncommitted('Slow');
    await notify('Quick', ada);
    await first.received(1);
    first.close();
    const second = await listen(ada, first.events[0]?.id);
    await late.commit();
    await second.received(1);
    const third = await listen(ada, first.events[0]?.id);

    expect(await second.received(1)).toEqual(['Slow']);
    expect(await third.received(1)).toEqual(['Slow']);
  });

  it('is sent to a stream that was opened before the commit', async () => {
    await using late = await notifyUncommitted('Slow');
    const reader = await listen(ada);
    await late.commit();

    expect(await reader.received(1)).toEqual(['Slow']);
  });
});

describe('a reconnection', () => {
  it('sends all missed notifications in order, and none twice', async () => {
    const first = await listen(ada);
    await notify('One', ada);
    await first.received(1);
    first.close();
    for (const title of ['Two', 'Three', 'Four']) await notify(title, ada);
    const second = await listen(ada, first.lastId);

    expect(await second.received(3)).toEqual(['Two', 'Three', 'Four']);
    const third = await listen(ada, second.events[0]?.id);
    expect(await third.received(2)).toEqual(['Three', 'Four']);
    const last = await listen(ada, second.lastId);
    await notify('Five', ada);
    expect(await last.received(1)).toEqual(['Five']);
    expect(await second.received(4)).toEqual(['Two', 'Three', 'Four', 'Five']);
  });

  it('resumes from a stream that had no events', async () => {
    const first = await listenFromNow(ada);
    first.close();
    await notify('Missed', ada);

    expect(await (await listen(ada, first.lastId)).received(1)).toEqual(['Missed']);
  });

  it('resumes from an old position while newer streams of the same user refresh', async () => {
    const first = await listenFromNow(ada);
    first.close();
    await notify('Missed', ada);
    const others = await Promise.all(Array.from({ length: 9 }, () => listen(ada)));
    const second = await listen(ada);
    // Now the missed one is settled, so that the next refresh of the second stream starts after it.
    await laterOn();
    await notify('Sent', ada);
    await second.received(1);
    await notify('Sent too', ada);
    await second.received(2);
    await using lock = await lockNotifications();
    await api.db.raw(`select pg_notify('hallway_notifications', ?)`, [String(ada.id)]);
    await untilWaiting(api.db);
    const third = listen(ada, first.lastId);
    // It joins while a refresh is running. The eleventh stream of a user ends the oldest.
    await Promise.race(others.map((reader) => reader.ended()));
    await lock.commit();

    expect(await (await third).received(3)).toEqual(['Missed', 'Sent', 'Sent too']);
  });

  it('never sends another user’s notifications, even from their position', async () => {
    const hers = await listen(grace);
    await notify('For Grace', grace);
    await hers.received(1);
    const reader = await listen(ada, hers.lastId);
    await notify('For Ada', ada);

    expect(await reader.received(1)).toEqual(['For Ada']);
  });

  it('sends the newest 1,000 of more missed notifications', async () => {
    const first = await listenFromNow(ada);
    first.close();
    await api.db.raw(
      `insert into notifications (user_id, type, title, body)
       select ?, 'message', n, 'Many.' from generate_series(1, 1200) as n`,
      [ada.id],
    );
    const second = await listen(ada, first.lastId);

    const titles = await second.received(1_000);
    expect(titles).toEqual(Array.from({ length: 1_000 }, (_, n) => String(n + 201)));
    // A position holds only some of the ids of one moment. The others are sent again.
    const third = await listen(ada, second.events.at(-2)?.id);
    await third.until(({ titles: repeated }) => repeated.at(-1) === '1200');
    expect(third.titles).not.toContain('1199');
  });

  it('starts from now with a position in the future, as after a database restore', async () => {
    const ahead = Buffer.from('["2100-01-01T00:00:00.000Z"]').toString('base64url');
    const reader = await listen(ada, ahead);
    await notify('After all', ada);

    expect(await reader.received(1)).toEqual(['After all']);
  });

  it.each(['noise', '{}', '["0000-01-01T00:00:00.000Z"]', '["2026-05-14T09:00:00.000Z","1"]'])(
    'answers 400 for an invalid position: %s',
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

describe('an open stream', () => {
  it('sends a heartbeat with its position every 25 seconds', async () => {
    const reader = await listenFromNow(ada);
    const start = reader.lastId;
    await notify('One', ada);
    await reader.received(1);
    const { length } = reader.text;
    api.advance(25_000);
    await reader.until(({ text }) => text.length > length);

    expect(reader.text.slice(length)).toMatch(/^:\nid: [\w-]+\n\n$/);
    expect(reader.lastId).not.toBe(start);
    const again = await listen(ada, reader.lastId);
    await notify('Two', ada);
    expect(await again.received(1)).toEqual(['Two']);
  });

  it('ends when the token expires', async () => {
    const reader = await listen(ada);
    api.advance(HOUR_MS);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
    expect(reader.text).toMatch(/\n\nretry: [2-4]\d{3}\n\n$/);
  });

  it('ends when the launch data expires', async () => {
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

  it('ends at once when its user signs out, in any process; a new one stays open', async () => {
    const reader = await listenFromNow(ada);
    const elsewhere = await listen(ada, undefined, other);
    await other.as(ada).post('/api/v1/auth/logout').expect(200);

    await Promise.all([reader.ended(), elsewhere.ended()]);
    expect(reader.isComplete).toBe(true);
    const launch = { id: Number(ada.messenger_id), first_name: 'Ada' };
    const headers = { 'X-Messenger-Auth': signInitData(launch, { at: api.now() }) };
    const again = await open(api.url + STREAM, headers);
    await notify('Here again', ada);
    expect(await again.received(1)).toEqual(['Here again']);
  });

  it('ends at once when its user is blocked by another process', async () => {
    const [reader, hers] = [await listen(ada), await listen(grace)];
    await other.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
    await notify('For open streams', ada, grace);
    expect(await hers.received(1)).toEqual(['For open streams']);
    expect(reader.titles).toEqual([]);
  });

  it('ends at once when its user erases their account', async () => {
    const reader = await listen(ada);
    await other.as(ada).delete('/api/v1/users/me').expect(200);
    await reader.ended();

    expect(reader.isComplete).toBe(true);
  });

  it('ends when its user opens a tenth newer stream', async () => {
    const hers = await listen(grace);
    const first = await listen(ada);
    const others = [];
    for (let n = 0; n < 10; n += 1) others.push(await listen(ada));
    await first.ended();
    await notify('For all', ada, grace);

    for (const reader of [...others, hers]) expect(await reader.received(1)).toEqual(['For all']);
    expect(first.titles).toEqual([]);
  });
});

describe('a stream in case of a failure', () => {
  it('loses no notification when the listener connection breaks', async () => {
    const reader = await listen(ada);
    for (const title of ['First', 'Second']) {
      await api.db.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'hallway notify listener'`,
      );
      // Sent before the listener has reconnected.
      await notify(title, ada);
      await reader.received(title === 'First' ? 1 : 2);
    }

    expect(reader.titles).toEqual(['First', 'Second']);
  });

  it('is refreshed every few seconds when LISTEN is impossible', async () => {
    await using deaf = await startApi({
      on: api,
      env: { DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/away' },
    });
    const reader = await listen(ada, undefined, deaf);
    await notify('Found', ada);
    deaf.advance(3_000);

    expect(await reader.received(1)).toEqual(['Found']);
  });

  it('is refreshed again after a failed refresh, which is logged', async () => {
    const reader = await listen(ada);
    await api.db.raw('alter table users rename column is_blocked to was_blocked');
    try {
      await api.db.raw(
        `with notified as (
           insert into notifications (user_id, type, title, body)
           values (?, 'message', 'Found later', 'Body.') returning user_id
         ) select pg_notify('hallway_notifications', user_id::text) from notified`,
        [ada.id],
      );
      const failed = ({ msg }: Readonly<Record<string, unknown>>) =>
        msg === 'notification stream: refresh failed, retrying';
      await reader.until(() => lines.some(failed));
    } finally {
      await api.db.raw('alter table users rename column was_blocked to is_blocked');
    }
    api.advance(3_000);

    expect(await reader.received(1)).toEqual(['Found later']);
  });

  it('is removed when the client disconnects while it opens', async () => {
    await using lock = await lockNotifications();
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const { Authorization } = tokenOf(ada);
    socket.write(
      `GET ${STREAM} HTTP/1.1\r\nHost: x\r\nX-Request-Id: left\r\nAuthorization: ${Authorization}\r\n\r\n`,
    );
    await untilWaiting(api.db);
    socket.destroy();
    await once(socket, 'close');
    await lock.commit();
    const witness = await listen(grace);
    await witness.until(() => lines.some(({ request_id }) => request_id === 'left'));

    expect(lines.filter(({ request_id }) => request_id === 'left')).toEqual([
      expect.objectContaining({ msg: 'request', aborted: true }),
    ]);
    await expectNoStreamOf(ada);
  });

  it('is destroyed when the client is too slow, and loses no notification', async () => {
    const reader = await listen(ada);
    reader.pause();
    // Far more than the socket buffers hold, in portions that another client reads one by one.
    const witness = await listen(grace);
    for (let n = 1; n <= 20; n += 1) {
      await api.db.raw(
        `insert into notifications (user_id, type, title, body)
         select ?, 'message', ?, repeat('🧵', 4000) from generate_series(1, 40)`,
        [ada.id, String(n)],
      );
      await notify(String(n), ada, grace);
      await witness.received(n);
    }
    reader.resume();
    await reader.ended();

    expect(reader.isComplete).toBe(false);
    const all = 20 * 41;
    expect(reader.events.length).toBeLessThan(all);
    const received = () => new Set([...reader.events, ...next.events].map(({ data }) => data.id));
    const next = await listen(ada, reader.lastId);
    await next.until(() => next.titles.at(-1) === '20');
    await next.until(() => received().size === all);
  });
});

it('refreshes 200 streams with two statements', async () => {
  const users = await people(api.db, 200);
  const streams = await Promise.all(users.map((user) => listen(user)));
  const received = () => Promise.all(streams.map((stream) => stream.received(1)));
  const queries = await countQueries(api.db, async () => {
    await other.db.raw(
      `with notified as (
         insert into notifications (user_id, type, title, body)
         select unnest(?::bigint[]), 'message', 'All', 'Body.'
       ) select pg_notify('hallway_notifications', '*')`,
      [users.map(({ id }) => id)],
    );
    await received();
  });

  expect(new Set((await received()).flat())).toEqual(new Set(['All']));
  expect(queries).toBe(2);
});

describe('POST /notifications/stream-ticket', () => {
  const ticketOf = async (user: User): Promise<string> => {
    const { body } = await api.as(user).post(TICKET).expect(201);
    return body.ticket;
  };
  const withTicket = (ticket: string, app = api, more = '') =>
    open(`${app.url}${STREAM}?ticket=${ticket}${more}`, {});

  it('creates a ticket that opens one stream without headers', async () => {
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
    await notify('Hello', ada);
    expect(await reader.received(1)).toEqual(['Hello']);
    expect((await withTicket(body.ticket)).status).toBe(401);
  });

  it('opens a stream on another process, after a given position', async () => {
    const first = await listenFromNow(ada);
    first.close();
    await notify('Missed', ada);
    const reader = await withTicket(await ticketOf(ada), other, `&last_event_id=${first.lastId}`);

    expect(await reader.received(1)).toEqual(['Missed']);
  });

  it('is not used up by HEAD, which answers as GET would', async () => {
    const ticket = await ticketOf(ada);
    const head = () => api.anonymous().head(STREAM).query({ ticket });
    const { headers } = await head().expect(200);
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await head().expect(200);

    const reader = await withTicket(ticket);
    expect(reader.status).toBe(200);
    await notify('Hello', ada);
    expect(await reader.received(1)).toEqual(['Hello']);
    await head().expect(401);
    const hers = await ticketOf(grace);
    await api.admin().post(`/api/v1/admin/users/${grace.id}/block`).expect(200);
    await api.anonymous().head(STREAM).query({ ticket: hers }).expect(401);
  });

  it('opens one stream when two requests use the ticket at once', async () => {
    const ticket = await ticketOf(ada);
    const [one, two] = await Promise.all([withTicket(ticket), withTicket(ticket)]);
    expect([one.status, two.status].toSorted()).toEqual([200, 401]);
  });

  it('expires after a minute, and is deleted by the next creation', async () => {
    const ticket = await ticketOf(ada);
    api.advance(60_000);
    await api.anonymous().get(STREAM).query({ ticket }).expect(401);
    await ticketOf(grace);

    expect(await api.db('stream_tickets').where({ user_id: ada.id })).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['unknown', 'x'.repeat(43)],
  ])('answers 401 for a ticket that is %s', async (_what, ticket) => {
    await api
      .anonymous()
      .get(STREAM)
      .query({ ticket })
      .expect(401, { error: 'Unauthorized', code: 'UNAUTHORIZED' });
  });

  it('opens no stream for a blocked user', async () => {
    const before = await ticketOf(ada);
    await api.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
    await api.anonymous().get(STREAM).query({ ticket: before }).expect(401);

    const unused = await ticketOf(grace);
    await api.db('users').where({ id: grace.id }).update({ is_blocked: true });
    await api.anonymous().get(STREAM).query({ ticket: unused }).expect(403);
  });

  it('goes when its user signs out', async () => {
    const ticket = await ticketOf(ada);
    await api.as(ada).post('/api/v1/auth/logout').expect(200);
    await api.anonymous().get(STREAM).query({ ticket }).expect(401);
  });

  it('is deleted with its user', async () => {
    const ticket = await ticketOf(ada);
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect(await api.db('stream_tickets').where({ user_id: ada.id })).toEqual([]);
    await api.anonymous().get(STREAM).query({ ticket }).expect(401);
  });

  it('opens a stream that ends with the credentials that created the ticket', async () => {
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

  it('is neither stored nor logged in plain text', async () => {
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

describe('a graceful shutdown', () => {
  it('ends the streams after the drain, and exits soon', async () => {
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-streams-'));
    await using service = await startService({
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
    await notify('Still here', ada);
    await reader.received(1);
    service.child.kill('SIGTERM');
    await reader.until(() => service.log().some(({ msg }) => msg === 'stopping'));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(503);
    await notify('And still', ada);
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
