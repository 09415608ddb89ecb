import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { newMessageId } from '../../../src/lib/message-ids.ts';
import type { TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  aRegistration,
  aSpeaker,
  aUser,
  people,
} from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import {
  answers,
  aWebhook,
  createWebhookSender,
  declaredItemOf,
  problemOf,
  type ReceivedMessage,
  received,
  sendWebhooks,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

const ADMIN = '/api/v1/admin/webhooks';

let api: TestApi;
let receiver: WebhookReceiver;
let conference: Conference;
let ada: User;

beforeAll(async () => {
  api = await startWebhookApi();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.reset();
  for (const table of ['webhook_endpoints', 'webhook_messages', 'webhook_changes']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db);
  ada = await aUser(api.db);
});

const listen = (given: object = {}) =>
  aWebhook(api, { url: receiver.url(), kinds: ['attendance.changed'], ...given });
const register = (user: User, of = conference) => aRegistration(api.db, [user, of]);
const endpoint = (id: number) => api.db('webhook_endpoints').where({ id }).first();
const deliveries = () =>
  api.db('webhook_deliveries').orderBy('message_id').select<Record<string, unknown>[]>('*');
/** Makes what waits due now. */
const makeDue = () =>
  api.db('webhook_deliveries').where({ status: 'queued' }).update({ due_at: api.db.fn.now() });
/** Seconds until the only delivery is due. */
async function delay(): Promise<number> {
  const [row] = await api
    .db('webhook_deliveries')
    .select(api.db.raw('extract(epoch from due_at - now())::float8 as seconds'));
  return row.seconds;
}
/** Inserts messages with a delivery to an endpoint, the oldest first. */
async function waiting(endpoint_id: number, count: number): Promise<string[]> {
  const at = api.now();
  const ids = Array.from({ length: count }, (_, n) => newMessageId(new Date(at.getTime() + n)));
  const created_at = at.toISOString();
  for (const id of ids) {
    await api.db('webhook_messages').insert({ id, kind: 'event.changed', body: '{}', created_at });
    await api.db('webhook_deliveries').insert({ message_id: id, endpoint_id });
  }
  return ids;
}

describe('a message', () => {
  it('is signed, has its headers and no others, and exactly what is declared', async () => {
    const { secret } = await listen();
    await register(ada);
    expect(await sendWebhooks(api)).toEqual({
      ...{ sent: 1, failed: 0, queued: 0, skipped: 0, unknown: 0 },
    });
    const [message, ...others] = receiver.messages as [ReceivedMessage];
    expect(others).toEqual([]);
    expect(problemOf(message, secret, api.now())).toBeUndefined();
    expect(message.headers).toEqual({
      accept: '*/*',
      connection: 'keep-alive',
      'content-length': String(message.rawBody.length),
      'content-type': 'application/json',
      host: `127.0.0.1:${receiver.port}`,
      'user-agent': 'Hallway-Webhooks/1',
      'webhook-id': expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/),
      'webhook-timestamp': String(api.now().getTime() / 1_000),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const { type, conference_id, data } = message.body;
    expect({ type, conference_id }).toEqual({
      type: 'attendance.changed',
      conference_id: conference.id,
    });
    for (const { sequence: _, ...item } of data.items) {
      expect(declaredItemOf(type, item)).toEqual(item);
    }
    expect(await deliveries()).toMatchObject([
      { message_id: message.id, status: 'sent', attempts: 1, run_id: null, leased_until: null },
    ]);
    expect(await api.db('webhook_changes')).toEqual([]);
  });

  it('has what one conference changed until now, and at most 100 items', async () => {
    await listen();
    const other = await aConference(api.db);
    for (const user of await people(api.db, 120)) await register(user);
    await register(ada, other);
    await sendWebhooks(api);
    const sizes = receiver.messages.map(({ body }) => [body.conference_id, body.data.items.length]);
    expect(sizes.toSorted(([, a = 0], [, b = 0]) => Number(b) - Number(a))).toEqual([
      [conference.id, 100],
      [conference.id, 20],
      [other.id, 1],
    ]);
  });

  it('goes to each endpoint that listens, with its own secret', async () => {
    const mine = { conference_id: conference.id };
    const secrets = new Map<string, string>();
    for (const [path, given] of [
      ['/all', {}],
      ['/mine', mine],
      ['/other', { conference_id: (await aConference(api.db)).id }],
      ['/events', { kinds: ['event.changed'] }],
    ] as const) {
      secrets.set(path, (await listen({ url: receiver.url(path), ...given })).secret);
    }
    await register(ada);
    await sendWebhooks(api);
    expect(receiver.messages.map(({ path }) => path).toSorted()).toEqual(['/all', '/mine']);
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1);
    for (const message of receiver.messages) {
      expect(problemOf(message, String(secrets.get(message.path)), api.now())).toBeUndefined();
    }
  });

  it('of a speaker goes to each of their conferences', async () => {
    const other = await aConference(api.db);
    await listen({ kinds: ['speaker.changed'], conference_id: other.id });
    const speaker = await aSpeaker(api.db, {}, [conference, other]);
    const lonely = await aSpeaker(api.db);
    await sendWebhooks(api);
    expect(receiver.messages.map(({ body }) => body.conference_id)).toEqual([other.id]);
    expect(receiver.itemsOf('speaker.changed')).toMatchObject([{ id: speaker.id }]);
    await listen({ kinds: ['speaker.changed'] });
    receiver.reset();
    await api.db('speakers').update({ version: 2 });
    await sendWebhooks(api);
    const seen = receiver.messages.map(({ body }) => [
      body.conference_id,
      body.data.items.map(({ id }) => id),
    ]);
    expect(seen).toContainEqual([null, [lonely.id]]);
    expect(seen.filter(([id]) => id === other.id)).toHaveLength(2);
  });

  it('is not made of what changed before the endpoint was there', async () => {
    await register(ada);
    await listen();
    await sendWebhooks(api);
    expect(receiver.messages).toEqual([]);
  });

  it('empties more changes than fit into one transaction', async () => {
    await listen();
    await api.db.raw(
      `insert into webhook_changes (kind, conference_id, item)
       select 'attendance.changed', ?, jsonb_build_object('user_id', n) from generate_series(1, 7000) n`,
      [conference.id],
    );
    await sendWebhooks(api);
    const items = receiver.messages.flatMap(({ body }) => body.data.items);
    expect(new Set(items.map(({ user_id }) => user_id)).size).toBe(7_000);
    expect(receiver.messages).toHaveLength(70);
    expect(await api.db('webhook_changes')).toEqual([]);
  });
});

describe('an answer', () => {
  const oneDelivery = async () => {
    await register(ada);
    await sendWebhooks(api);
    const [delivery] = await deliveries();
    return delivery;
  };

  it.each([
    [301, { location: 'http://127.0.0.1:1/' }],
    [400, {}],
    [404, {}],
    [429, {}],
    [500, {}],
    [503, {}],
  ])('of %d is tried again, and no redirect is followed', async (status, headers) => {
    await listen();
    receiver.respond = answers(status, headers as Record<string, string>);
    expect(await oneDelivery()).toMatchObject({
      ...{ status: 'queued', attempts: 1, sent_at: null },
      answers: [{ status, ms: expect.any(Number), at: api.now().toISOString() }],
    });
    expect(await delay()).toBeGreaterThan(2);
    expect(await delay()).toBeLessThan(6);
    receiver.respond = answers(200);
    await makeDue();
    await sendWebhooks(api);
    const [first, second] = receiver.messages as [ReceivedMessage, ReceivedMessage];
    expect(second.id).toBe(first.id);
    expect(second.rawBody).toEqual(first.rawBody);
    expect(await deliveries()).toMatchObject([
      { status: 'sent', attempts: 2, answers: [{ status }, { status: 200 }] },
    ]);
  });

  it('of 410 switches the endpoint off', async () => {
    const { id } = await listen();
    receiver.respond = answers(410);
    expect(await oneDelivery()).toMatchObject({ status: 'failed', answers: [{ status: 410 }] });
    expect(await endpoint(id)).toMatchObject({ status: 'off', off_reason: 'gone' });
    await register(await aUser(api.db));
    await sendWebhooks(api);
    expect(receiver.messages).toHaveLength(1);
  });

  it('can ask for a longer delay', async () => {
    await listen();
    receiver.respond = answers(429, { 'retry-after': '600' });
    await oneDelivery();
    expect(await delay()).toBeGreaterThan(590);
  });

  it.each<[string, WebhookReceiver['respond']]>([
    ['is reset', (response) => response.destroy()],
    [
      'ends in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      },
    ],
  ])('that %s is tried again', async (_, respond) => {
    await listen();
    receiver.respond = respond;
    expect(await oneDelivery()).toMatchObject({
      status: 'queued',
      answers: [{ error: 'refused', ms: expect.any(Number) }],
    });
  });

  it('that floods counts by its status, and is not kept', async () => {
    await listen();
    receiver.respond = (response) => {
      response.writeHead(200);
      const flood = () => {
        while (response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', flood);
      flood();
    };
    const before = process.memoryUsage().rss;
    const delivery = await oneDelivery();
    expect(delivery).toMatchObject({ status: 'sent', answers: [{ status: 200 }] });
    expect(JSON.stringify(delivery)).not.toContain('xxx');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_024 * 1_024);
  });

  it('from nobody is tried again', async () => {
    await using closed = await WebhookReceiver.start();
    const url = closed.url();
    await closed.close();
    await listen({ url });
    expect(await oneDelivery()).toMatchObject({ answers: [{ error: 'refused' }] });
  });

  it('to a private address is none: it is checked at each connection', async () => {
    await listen();
    await using strict = await startWebhookApi({
      on: api,
      env: { WEBHOOK_ALLOWED_HOSTS: 'localhost' },
    });
    await register(ada);
    await sendWebhooks(strict);
    expect(receiver.messages).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { status: 'queued', answers: [{ error: 'address' }] },
    ]);
  });

  it('keeps the last eight', async () => {
    await listen();
    receiver.respond = answers(500);
    await oneDelivery();
    const answer = { at: api.now().toISOString(), ms: 1, status: 503 };
    await api.db('webhook_deliveries').update({ answers: JSON.stringify(Array(8).fill(answer)) });
    await makeDue();
    await sendWebhooks(api);
    const [delivery] = await deliveries();
    expect(delivery?.answers).toMatchObject(
      [...Array(7).fill(503), 500].map((status) => ({ status })),
    );
  });

  it('after the last try is a failure', async () => {
    const { id } = await listen();
    await waiting(id, 1);
    await api.db('webhook_deliveries').update({ attempts: 7 });
    receiver.respond = answers(500);
    expect(await sendWebhooks(api)).toMatchObject({ failed: 1 });
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 8, reason: null }]);
  });
});

describe('an endpoint that fails', () => {
  it('is tried with its oldest delivery alone after ten failures in a row', async () => {
    const { id } = await listen();
    const [oldest] = await waiting(id, 14);
    receiver.respond = answers(500);
    await sendWebhooks(api);
    expect(await endpoint(id)).toMatchObject({ status: 'failing', off_reason: null });
    const tried = receiver.messages.length;
    expect(tried).toBeGreaterThanOrEqual(10);
    // Up to 4 were in flight when the tenth failed.
    expect(tried).toBeLessThanOrEqual(13);
    await makeDue();
    for (const _ of [1, 2, 3]) {
      receiver.messages.length = 0;
      await sendWebhooks(api);
      expect(receiver.messages.map((message) => message.id)).toEqual([oldest]);
      await makeDue();
    }
  });

  it('becomes active with the first success, and lets the rest go on ten a second', async () => {
    const { id } = await listen();
    const [oldest, ...others] = await waiting(id, 25);
    const failing = { status: 'failing', failing_since: api.now().toISOString(), failures: 12 };
    await api.db('webhook_endpoints').update(failing);
    await sendWebhooks(api);
    expect(receiver.messages[0]?.id).toBe(oldest);
    expect(await endpoint(id)).toMatchObject({
      status: 'active',
      failures: 0,
      failing_since: null,
    });
    const rest = await api
      .db('webhook_deliveries')
      .where({ status: 'queued' })
      .orderBy('due_at')
      .select('message_id', api.db.raw('extract(epoch from due_at - now())::float8 as seconds'));
    expect(rest.map(({ message_id }) => message_id)).toEqual(others.slice(-rest.length));
    expect(rest.length).toBeGreaterThan(10);
    const spread = rest.at(-1).seconds - rest[0].seconds;
    expect(spread).toBeCloseTo((rest.length - 1) / 10, 1);
  });

  it('is switched off after 24 hours without a success, and what waits is skipped', async () => {
    const { id } = await listen();
    await waiting(id, 3);
    const failing_since = new Date(api.now().getTime() - 24 * 3_600_000).toISOString();
    await api.db('webhook_endpoints').update({ status: 'failing', failing_since, failures: 50 });
    const { log, lines } = recordingLog();
    await createWebhookSender(api, { log }).run(new AbortController().signal);
    expect(await endpoint(id)).toMatchObject({ status: 'off', off_reason: 'failing' });
    expect(receiver.messages).toEqual([]);
    const rows = await deliveries();
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual(
      Array(3).fill(['skipped', 'endpoint_off']),
    );
    expect(lines).toMatchObject([{ level: 40, endpoint_id: id, reason: 'failing' }]);
  });
});

describe('an endpoint that is changed while messages wait', () => {
  it('gets them at its new address', async () => {
    await using moved = await WebhookReceiver.start();
    const { id } = await listen();
    receiver.respond = answers(500);
    await register(ada);
    await sendWebhooks(api);
    await api.admin().patch(`${ADMIN}/${id}`).send({ url: moved.url() }).expect(200);
    await makeDue();
    await sendWebhooks(api);
    expect(moved.messages.map(({ id }) => id)).toEqual(receiver.messages.map(({ id }) => id));
  });

  it('skips them when it is switched off, and sends nothing more', async () => {
    const { id } = await listen();
    await waiting(id, 2);
    await api.admin().patch(`${ADMIN}/${id}`).send({ status: 'off' }).expect(200);
    const sender = createWebhookSender(api);
    expect(await sender.isDue()).toBe(true);
    await sender.run(new AbortController().signal);
    expect((await deliveries()).map(({ reason }) => reason)).toEqual(Array(2).fill('endpoint_off'));
    expect(receiver.messages).toEqual([]);
    expect(await createWebhookSender(api).isDue()).toBe(false);
  });

  it('loses them when it is deleted, also during a call', async () => {
    const { id } = await listen();
    const called = Promise.withResolvers<void>();
    receiver.respond = async (response) => {
      await api.admin().delete(`${ADMIN}/${id}`).expect(200);
      response.writeHead(200).end();
      called.resolve();
    };
    await register(ada);
    expect(await sendWebhooks(api)).toMatchObject({ sent: 0, unknown: 1 });
    await called.promise;
    expect(await deliveries()).toEqual([]);
  });

  it('signs with both secrets until the older one ends', async () => {
    const { id, secret } = await listen();
    const path = `${ADMIN}/${id}/rotate`;
    const rotated = await api.admin().post(path).send({ grace_seconds: 60 }).expect(200);
    await register(ada);
    await sendWebhooks(api);
    const [message] = receiver.messages as [ReceivedMessage];
    expect(String(message.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const valid of [secret, rotated.body.secret]) {
      expect(problemOf(message, valid, api.now())).toBeUndefined();
    }
    api.advance(61_000);
    await register(await aUser(api.db));
    await sendWebhooks(api);
    const last = receiver.messages.at(-1) as ReceivedMessage;
    expect(problemOf(last, secret, api.now())).toBe('signature');
    expect(problemOf(last, rotated.body.secret, api.now())).toBeUndefined();
  });
});

describe('several senders', () => {
  it('make each message once, and call each delivery once', async () => {
    await listen();
    await listen({ url: receiver.url('/second') });
    for (const user of await people(api.db, 30)) {
      await register(user);
      await register(user, await aConference(api.db));
    }
    receiver.respond = (response) => {
      setTimeout(() => response.writeHead(200).end(), 10);
    };
    await Promise.all([1, 2, 3, 4].map(() => sendWebhooks(api)));
    // One run may end while another one has what is in flight.
    await sendWebhooks(api);
    const calls = receiver.messages.map(({ id, path }) => `${id} ${path}`);
    expect(calls).toHaveLength(62);
    expect(new Set(calls).size).toBe(62);
    expect(receiver.itemsOf('attendance.changed')).toHaveLength(120);
    expect((await deliveries()).every(({ status }) => status === 'sent')).toBe(true);
  });

  it('call an endpoint at most four times at once', async () => {
    const { id } = await listen();
    await waiting(id, 20);
    let inFlight = 0;
    let most = 0;
    receiver.respond = (response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setTimeout(() => {
        inFlight -= 1;
        response.writeHead(200).end();
      }, 20);
    };
    await Promise.all([1, 2, 3].map(() => sendWebhooks(api)));
    await sendWebhooks(api);
    expect(most).toBe(4);
    expect(receiver.messages).toHaveLength(20);
  });

  it('take over what another one left, and only then', async () => {
    const { id } = await listen();
    await waiting(id, 1);
    const lease = {
      ...{ status: 'sending', attempts: 1, run_id: '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10' },
      leased_until: api.db.raw(`now() + interval '30 seconds'`),
    };
    await api.db('webhook_deliveries').update(lease);
    await sendWebhooks(api);
    expect(receiver.messages).toEqual([]);
    await api.db('webhook_deliveries').update({ leased_until: api.db.fn.now() });
    expect(await createWebhookSender(api).isDue()).toBe(true);
    await sendWebhooks(api);
    expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it('record no result of a call whose delivery another one has', async () => {
    await listen();
    const other = '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10';
    receiver.respond = async (response) => {
      await api.db('webhook_deliveries').update({ run_id: other });
      response.writeHead(200).end();
    };
    await register(ada);
    expect(await sendWebhooks(api)).toMatchObject({ sent: 0, unknown: 1 });
    expect(await deliveries()).toMatchObject([{ status: 'sending', run_id: other }]);
  });
});

describe('a sender', () => {
  it('has nothing to do without changes and deliveries', async () => {
    await listen();
    expect(await createWebhookSender(api).isDue()).toBe(false);
    await register(ada);
    expect(await createWebhookSender(api).isDue()).toBe(true);
    await sendWebhooks(api);
    expect(await createWebhookSender(api).isDue()).toBe(false);
  });

  it('records what is in flight when it is stopped, and leases nothing more', async () => {
    const { id } = await listen();
    await waiting(id, 10);
    const stop = new AbortController();
    receiver.respond = (response) => {
      stop.abort();
      setTimeout(() => response.writeHead(200).end(), 50);
    };
    const report = await createWebhookSender(api).run(stop.signal);
    expect(report.sent).toBe(receiver.messages.length);
    expect(receiver.messages.length).toBeLessThanOrEqual(4);
    const statuses = (await deliveries()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'sent')).toHaveLength(report.sent);
    expect(statuses).not.toContain('sending');
  });

  it('makes one message of what changes while a call is in flight', async () => {
    await listen();
    const [, ...crowd] = await people(api.db, 6);
    const answer = Promise.withResolvers<void>();
    receiver.respond = async (response) => {
      await answer.promise;
      response.writeHead(200).end();
    };
    await register(ada);
    const running = sendWebhooks(api);
    await received(receiver, 1);
    for (const user of crowd) await register(user);
    await received(receiver, 2);
    answer.resolve();
    await running;
    expect(receiver.messages[1]?.body.data.items).toHaveLength(crowd.length);
  });

  it('deletes messages after 7 days, with their deliveries', async () => {
    await listen();
    await register(ada);
    await sendWebhooks(api);
    api.advance(7 * 24 * 3_600_000 - 1_000);
    await sendWebhooks(api);
    expect(await deliveries()).toHaveLength(1);
    api.advance(2_000);
    await sendWebhooks(api);
    expect(await deliveries()).toEqual([]);
    expect(await api.db('webhook_messages')).toEqual([]);
  });

  it('logs no address and no secret', async () => {
    const { log, lines } = recordingLog();
    const { id, secret } = await listen({ url: receiver.url('/secret-path') });
    receiver.respond = answers(410);
    await register(ada);
    await createWebhookSender(api, { log }).run(new AbortController().signal);
    expect(lines).toMatchObject([{ endpoint_id: id, reason: 'gone' }]);
    const text = JSON.stringify(lines);
    for (const hidden of [secret, 'secret-path']) expect(text).not.toContain(hidden);
  });

  it('sends edits of an agenda as they are now, each once', async () => {
    await listen({ kinds: ['agenda_item.changed'] });
    const item = await anAgendaItem(api.db, conference);
    await sendWebhooks(api);
    expect(receiver.itemsOf('agenda_item.changed')).toMatchObject([
      { id: item.id, status: 'scheduled', version: 1, is_deleted: false },
    ]);
  });
});
