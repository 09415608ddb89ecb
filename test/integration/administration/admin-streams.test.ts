import type { Granted } from '../../../src/domain/administration/administrators.ts';
import { MAX_NAMED_ROWS } from '../../../src/domain/administration/stream-changes.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { STREAM_CHANGES_CHANNEL } from '../../../src/services/administration/admin-streams.service.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { EventStreamReader } from '../../support/event-stream.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aRegistration,
  aTask,
  aUser,
  people,
} from '../../support/factories.ts';
import { until } from '../../support/until.ts';

const ADMIN = '/api/v1/admin';
const STREAM = `${ADMIN}/stream`;
const MINUTE_MS = 60_000;
const TIMES = { starts_at: '2026-05-15T09:00:00Z', ends_at: '2026-05-15T10:00:00Z' };

let api: TestApi;
/** Another process on the same database, which makes the changes. */
let other: TestApi;
let a: Conference;
let b: Conference;
let ada: User;
const readers: EventStreamReader[] = [];

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
  a = await aConference(api.db, { name: 'A' });
  b = await aConference(api.db, { name: 'B' });
  ada = await aUser(api.db);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

interface Opened {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly app?: TestApi;
}

/** Opens a stream, and waits until it listens. */
async function open(opened: Opened = {}): Promise<EventStreamReader> {
  const { key = ADMIN_API_KEY, query = '', app = api } = opened;
  const headers = opened.headers ?? { 'X-API-Key': key };
  const reader = await EventStreamReader.open(`${app.url}${STREAM}?${query}`, headers);
  readers.push(reader);
  if (reader.status === 200) await reader.until(({ events }) => events.length > 0);
  return reader;
}

const keyOf = async (scopes: readonly Granted[], conference_ids: readonly number[] | null = null) =>
  aKey(api.db, { scopes, conference_ids });

/** The events of a stream, without `refresh`. */
const changesOf = (reader: EventStreamReader) =>
  reader.events
    .filter(({ event }) => event !== 'refresh')
    .map(({ event, data }) => ({ event, ...(data as object) }) as Record<string, unknown>);
const received = async (reader: EventStreamReader, count: number) => {
  await reader.until(() => changesOf(reader).length >= count);
  return changesOf(reader);
};

const aRequest = (conference: Conference) => ({
  title: 'Loom party',
  description: 'Bring a loom.',
  timezone: 'Europe/Berlin',
  venue: { name: 'The inn' },
  conference_id: conference.id,
  ...TIMES,
});

/** By topic: a change in a conference by its endpoint, which resolves with the id of the row. */
const CHANGES: Readonly<Record<string, (conference: Conference) => Promise<number>>> = {
  async check_in({ id }) {
    const user = await aUser(api.db);
    await aRegistration(api.db, [user, { id }]);
    const at = `${ADMIN}/conferences/${id}/check-in`;
    await other.admin().post(at).send({ user_id: user.id }).expect(200);
    return user.id;
  },
  async attendance(conference) {
    const user = await aUser(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const attend = other.as(user).post('/api/v1/events/attend');
    await attend.send({ event_id: event.id }).expect(201);
    return user.id;
  },
  async submission(conference) {
    const quest = await aQuest(api.db, { conference_id: conference.id });
    const config = { min_length: 1, max_length: 100 };
    const task = await aTask(api.db, quest, { type: 'text', config });
    const complete = other.as(await aUser(api.db)).post('/api/v1/quests/tasks/complete');
    const { body } = await complete.send({ task_id: task.id, text: 'A poem' }).expect(201);
    return body.user_quest_task_id;
  },
  async registration_request(conference) {
    const mode = { registration_mode: 'approval' };
    const quest = await aQuest(api.db, { conference_id: conference.id, ...mode });
    const path = `/api/v1/quests/${quest.id}/request-registration`;
    return (await other.as(ada).post(path).send({}).expect(201)).body.id;
  },
  async side_event(conference) {
    const request = other.as(await aUser(api.db)).post('/api/v1/events/side-event-request');
    return (await request.send(aRequest(conference)).expect(201)).body.id;
  },
  async broadcast(conference) {
    const { body } = await other
      .admin()
      .post(`${ADMIN}/notifications/bulk-send`)
      .send({ title: 'Doors', body: 'At nine.', audience: { conference_ids: [conference.id] } })
      .expect(201);
    return body.id;
  },
  async source({ id }) {
    const source = { kind: 'ical', name: 'Talks', url: 'https://talks.example.org/talks.ics' };
    const path = `${ADMIN}/conferences/${id}/sources`;
    return (await other.admin().post(path).send(source).expect(201)).body.id;
  },
  async agenda(conference) {
    const item = { conference_id: conference.id, title: 'Keynote', ...TIMES };
    return (await other.admin().post(`${ADMIN}/agenda`).send(item).expect(201)).body.id;
  },
};

describe('GET /admin/stream', () => {
  it('begins with the reconnection time and `refresh`', async () => {
    const reader = await open({ query: `conference_id=${a.id}` });

    expect(reader.text).toMatch(
      /^retry: [2-4]\d{3}\n\nevent: refresh\ndata: {"conference_id":\d+}/,
    );
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  it.each(Object.entries(CHANGES))(
    'reports %s of another process, to those who see the conference',
    async (topic, change) => {
      const query = `topics=${topic}`;
      const [ofA, ofB] = [await keyOf(['*'], [a.id]), await keyOf(['*'], [b.id])];
      const inA = await open({ key: ofA.secret, query });
      const inB = await open({ key: ofB.secret, query });
      const ofAll = await open({ query });
      const asked = await open({ query: `${query}&conference_id=${b.id}` });
      const first = await change(a);
      const second = await change(b);

      const event = (conference: Conference, id: number) => ({
        event: topic,
        conference_id: conference.id,
        ids: [id],
        count: 1,
      });
      expect(await received(inA, 1)).toEqual([event(a, first)]);
      expect(await received(inB, 1)).toEqual([event(b, second)]);
      expect(await received(asked, 1)).toEqual([event(b, second)]);
      expect(await received(ofAll, 2)).toEqual([event(a, first), event(b, second)]);
    },
  );

  it('reports what belongs to no conference to keys of all conferences', async () => {
    const limited = await open({ key: (await keyOf(['*'], [a.id])).secret });
    const all = await open({ query: `conference_id=${a.id}` });
    const feedback = await other.anonymous().post('/api/v1/feedback').send({ message: 'Hello' });
    const id = await CHANGES.agenda?.(a);

    expect(await received(all, 2)).toEqual([
      { event: 'feedback', conference_id: null, ids: [feedback.body.id], count: 1 },
      { event: 'agenda', conference_id: a.id, ids: [id], count: 1 },
    ]);
    expect(await received(limited, 1)).toEqual([
      { event: 'agenda', conference_id: a.id, ids: [id], count: 1 },
    ]);
  });

  it('reports rows that were deleted', async () => {
    const item = await anAgendaItem(api.db, a);
    const reader = await open({ query: 'topics=agenda,side_event' });
    const request = other.as(ada).post('/api/v1/events/side-event-request');
    const { body } = await request.send(aRequest(b)).expect(201);
    await received(reader, 1);
    await other.as(ada).delete(`/api/v1/events/side-event-request/${body.id}`).expect(200);
    await other.admin().delete(`${ADMIN}/agenda/${item.id}`).expect(200);

    const changes = await received(reader, 3);
    expect(changes).toContainEqual({
      event: 'agenda',
      conference_id: a.id,
      ids: [item.id],
      count: 1,
    });
    expect(changes.filter(({ event }) => event === 'side_event')).toHaveLength(2);
  });

  it('reports what a renamed room, a bulk move and an edited invitation write', async () => {
    const source = { conference_id: a.id, source: 'request' };
    const event = await anEvent(api.db, { ...source, venue_name: 'Dock 1', ...TIMES });
    const item = await anAgendaItem(api.db, a, { event_id: event.id, room: 'Dock 1', ...TIMES });
    const [invitation] = await api
      .db('registrations')
      .insert({ conference_id: a.id, messenger_id: 777, status: 'registered' })
      .returning('id');
    const query = `conference_id=${a.id}&topics=agenda,side_event,attendance`;
    const reader = await open({ query });
    const admin = other.admin();
    const at = `${ADMIN}/conferences/${a.id}`;

    const { body: rooms } = await admin.get(`${at}/rooms`).expect(200);
    await admin.put(`${at}/rooms/${rooms.data[0].id}`).send({ name: 'Pier' }).expect(200);
    const moved = [
      { event: 'agenda', conference_id: a.id, ids: [item.id], count: 1 },
      { event: 'side_event', conference_id: a.id, ids: [event.id], count: 1 },
    ];
    expect(await received(reader, 2)).toEqual(expect.arrayContaining(moved));

    const cancelled = { ids: [item.id], status: 'cancelled' };
    await admin.post(`${ADMIN}/agenda/bulk`).send(cancelled).expect(200);
    expect((await received(reader, 4)).slice(2)).toEqual(expect.arrayContaining(moved));

    const edited = admin.patch(`${at}/invitations/${invitation?.id}`);
    await edited.send({ company: 'Quayside' }).expect(200);
    expect((await received(reader, 5)).slice(4)).toEqual([
      { event: 'attendance', conference_id: a.id, ids: [], count: 1, truncated: true },
    ]);
  });

  it('reports nothing that was rolled back', async () => {
    const reader = await open({ query: 'topics=agenda' });
    const title = { title: 'Not', conference_id: a.id, ...TIMES };
    const item = await anAgendaItem(api.db, a);
    const work = async (tx: Pick<TestApi['store'], 'agendaItems'>) =>
      tx.agendaItems.update(item.id, { title: title.title });
    const failed = other.store.transaction(async (tx) => {
      await work(tx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await other.store.dryRun(work);
    const id = await CHANGES.agenda?.(b);

    expect(await received(reader, 1)).toEqual([
      { event: 'agenda', conference_id: b.id, ids: [id], count: 1 },
    ]);
  });

  it('merges many check-ins to few notices with few ids', async () => {
    const attendees = await people(api.db, 300);
    for (const user of attendees) await aRegistration(api.db, [user, a]);
    const reader = await open({ query: `topics=check_in&conference_id=${a.id}` });
    const connection = await api.db.client.acquireRawConnection();
    const payloads: string[] = [];
    connection.on('notification', ({ payload }: { payload: string }) => payloads.push(payload));
    await connection.query(`listen ${STREAM_CHANGES_CHANNEL}`);
    const startedAt = performance.now();
    const check_ins = attendees.map(({ id }) => ({ user_id: id }));
    const path = `${ADMIN}/conferences/${a.id}/check-in/batch`;
    for (let at = 0; at < check_ins.length; at += 100) {
      const batch = { check_ins: check_ins.slice(at, at + 100) };
      await other.admin().post(path).send(batch).expect(200);
    }
    const counted = () => changesOf(reader).reduce((sum, { count }) => sum + Number(count), 0);
    await reader.until(() => counted() >= attendees.length);
    const seconds = (performance.now() - startedAt) / 1_000;
    await api.db.client.destroyRawConnection(connection);

    expect(counted()).toBe(attendees.length);
    expect(changesOf(reader).length).toBeLessThanOrEqual(2 + seconds);
    expect(payloads.length).toBeLessThanOrEqual(2 + seconds);
    for (const change of changesOf(reader)) {
      const { ids, count, truncated } = change as { ids: number[]; count: number; truncated: true };
      expect(ids.length).toBe(Math.min(count, MAX_NAMED_ROWS));
      expect(truncated).toBe(count > MAX_NAMED_ROWS ? true : undefined);
    }
  });

  it('answers 403 for a topic that the key may not follow, and follows all that it may', async () => {
    const { secret } = await keyOf(['door:read', 'quests:read']);
    for (const [topics, scope] of [
      ['attendance', 'attendees:read'],
      ['check_in,broadcast', 'broadcasts:read'],
      ['feedback', 'feedback:read'],
    ]) {
      const refused = await api.admin(secret).get(`${STREAM}?topics=${topics}`).expect(403);
      expect(refused.headers['www-authenticate']).toContain(`scope="${scope}"`);
    }
    await api
      .admin((await keyOf(['media:read'])).secret)
      .get(STREAM)
      .expect(403);
    await api.admin(secret).get(`${STREAM}?topics=lunch`).expect(400);

    const reader = await open({ key: secret });
    await CHANGES.agenda?.(a);
    await CHANGES.attendance?.(a);
    await CHANGES.check_in?.(a);
    await CHANGES.registration_request?.(a);
    expect(new Set((await received(reader, 2)).map(({ event }) => event))).toEqual(
      new Set(['check_in', 'registration_request']),
    );
  });

  it('answers 404 for a conference that is not there, or not of the key', async () => {
    const { secret } = await keyOf(['*'], [a.id]);
    const notFound = { error: 'conference not found', code: 'NOT_FOUND' };

    await api.admin(secret).get(`${STREAM}?conference_id=${b.id}`).expect(404, notFound);
    await api.admin().get(`${STREAM}?conference_id=999999`).expect(404, notFound);
    await api.admin(secret).head(`${STREAM}?conference_id=${b.id}`).expect(404);
    await api.admin(secret).head(`${STREAM}?conference_id=${a.id}`).expect(200);
  });

  it('sends a comment every 25 s', async () => {
    const reader = await open();
    api.advance(25_000);
    await reader.until(({ text }) => text.endsWith('\n\n:\n\n'));
  });

  it('sends `refresh` when it may have missed something', async () => {
    const reader = await open();
    await api.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'hallway notify listener'`,
    );

    const refreshes = () => reader.events.filter(({ event }) => event === 'refresh');
    await reader.until(() => refreshes().length === 2);
    await CHANGES.agenda?.(a);
    await reader.until(() => changesOf(reader).some(({ event }) => event === 'agenda'));
  });

  it('ends the oldest of more than fifty streams of a key', async () => {
    const { secret } = await keyOf(['*']);
    const oldest = await open({ key: secret });
    const others = await Promise.all(Array.from({ length: 50 }, () => open({ key: secret })));

    await oldest.ended();
    expect(oldest.isComplete).toBe(true);
    expect(others.every(({ status }) => status === 200)).toBe(true);
  });

  it('ends when the process stops', async () => {
    await using stopping = await startApi({ on: api });
    const reader = await open({ app: stopping });
    await stopping.services.adminStreams.close();

    await reader.ended();
    expect(reader.isComplete).toBe(true);
  });
});

describe('a stream whose credential changes', () => {
  const patch = (id: number, changes: object) =>
    other.admin().patch(`${ADMIN}/api-keys/${id}`).send(changes).expect(200);

  it.each<[string, (id: number) => PromiseLike<unknown>]>([
    ['is revoked', (id) => other.admin().delete(`${ADMIN}/api-keys/${id}`).expect(200)],
    ['loses a scope', (id) => patch(id, { scopes: ['quests:read'] })],
    ['loses a conference', (id) => patch(id, { conference_ids: [a.id] })],
    ['loses the network', (id) => patch(id, { allowed_networks: ['10.0.0.0/8'] })],
  ])('ends at once if the key %s', async (_, change) => {
    const { id, secret } = await keyOf(['quests:read', 'content:read'], [a.id, b.id]);
    const reader = await open({ key: secret });
    const same = await open({ key: (await keyOf(['quests:read'])).secret });
    await change(id);

    await reader.ended();
    expect(reader.isComplete).toBe(true);
    await CHANGES.registration_request?.(a);
    await received(same, 1);
  });

  it('ends within 5 s when a key or the old secret of a rotation expires', async () => {
    const expires_at = new Date(api.now().getTime() + MINUTE_MS).toISOString();
    const expiring = await open({ key: (await aKey(api.db, { expires_at })).secret });
    const { id, secret } = await keyOf(['*']);
    const old = await open({ key: secret });
    const path = `${ADMIN}/api-keys/${id}/rotate`;
    const { body } = await other.admin().post(path).send({ grace_seconds: 60 }).expect(200);
    const current = await open({ key: body.secret });
    api.advance(MINUTE_MS + 5_000);

    await Promise.all([expiring.ended(), old.ended()]);
    await CHANGES.agenda?.(a);
    await received(current, 1);
  });

  it('ends with its token, and with its session', async () => {
    const { secret } = await keyOf(['*']);
    const issue = api.admin(secret).post(`${ADMIN}/auth/token`);
    const { body } = await issue.send({ ttl_seconds: 60, scopes: ['content:read'] }).expect(200);
    const byToken = await open({ headers: { Authorization: `Bearer ${body.token}` } });
    const signIn = await api.anonymous().post(`${ADMIN}/session`).send({ key: secret }).expect(200);
    const Cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
    const cookie = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
    const bySession = await open({ headers: cookie });
    const signOut = () => other.anonymous().delete(`${ADMIN}/session`).set(cookie);
    await CHANGES.submission?.(a);
    await received(bySession, 1);
    expect(changesOf(byToken)).toEqual([]);
    await signOut().expect(200);
    await bySession.ended();

    const unused = await api.anonymous().post(`${ADMIN}/session`).send({ key: secret });
    const idle = String(unused.headers['set-cookie']).split(';')[0] ?? '';
    const open2h = await open({ headers: { ...cookie, Cookie: idle } });
    api.advance(MINUTE_MS + 5_000);
    await byToken.ended();
    // An open page keeps no session alive.
    api.advance(120 * MINUTE_MS);
    await open2h.ended();
  });
});

describe('POST /admin/stream-ticket', () => {
  const ticketOf = async (key?: string): Promise<string> => {
    const { body } = await api.admin(key).post(`${ADMIN}/stream-ticket`).expect(201);
    return body.ticket;
  };
  const byTicket = (ticket: string, app = other) =>
    open({ headers: {}, query: `ticket=${ticket}`, app });

  it('opens one stream, in any process, which ends with the key', async () => {
    const { id, secret } = await keyOf(['content:read'], [a.id]);
    const ticket = await ticketOf(secret);
    const head = await other.anonymous().head(`${STREAM}?ticket=${ticket}`);
    expect(head.status).toBe(200);
    const reader = await byTicket(ticket);
    expect((await byTicket(ticket)).status).toBe(401);
    await CHANGES.agenda?.(b);
    const item = await CHANGES.agenda?.(a);
    expect(await received(reader, 1)).toMatchObject([{ conference_id: a.id, ids: [item] }]);

    const unused = await ticketOf(secret);
    await api.admin().delete(`${ADMIN}/api-keys/${id}`).expect(200);
    await reader.ended();
    expect((await byTicket(unused)).status).toBe(401);
  });

  it('opens no stream after a minute, nor a second one at the same time', async () => {
    const late = await ticketOf();
    api.advance(MINUTE_MS);
    expect((await byTicket(late, api)).status).toBe(401);

    const ticket = await ticketOf();
    const opened = await Promise.all([1, 2, 3].map(() => byTicket(ticket, api)));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it('does not help a wrong key, nor another endpoint', async () => {
    const ticket = await ticketOf();
    await api.admin('wrong').get(`${STREAM}?ticket=${ticket}`).expect(401);
    await api.anonymous().get(`${ADMIN}/me?ticket=${ticket}`).expect(401);
    await api.anonymous().get(`${STREAM}?ticket=x`).expect(401);
    await until(async () => (await byTicket(ticket, api)).status === 200);
  });

  it('opens no stream of users, whose tickets open none of administrators', async () => {
    const [ticket, user] = [await ticketOf(), await aUser(api.db)];
    const { body } = await api.as(user).post('/api/v1/notifications/stream-ticket').expect(201);
    await api.anonymous().get('/api/v1/notifications/stream').query({ ticket }).expect(401);
    expect((await byTicket(body.ticket)).status).toBe(401);
    // Neither is used up.
    expect((await byTicket(ticket)).status).toBe(200);
    const head = api.anonymous().head('/api/v1/notifications/stream');
    await head.query({ ticket: body.ticket }).expect(200);
  });

  it('is stored as a hash', async () => {
    const { secret } = await keyOf(['*']);
    const ticket = await ticketOf(secret);
    const rows = JSON.stringify(await api.db('stream_tickets'));
    expect(rows).not.toContain(ticket);
    expect(rows).not.toContain(secret);
  });
});
