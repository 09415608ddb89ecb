import { newMessageId } from '../../../src/lib/message-ids.ts';
import type { TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { failure } from '../../support/failures.ts';
import {
  aWebhook,
  sendWebhooks,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

const PATH = '/api/v1/admin/webhooks';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let api: TestApi;
let receiver: WebhookReceiver;
let id: number;

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
  await api.db('webhook_endpoints').delete();
  await api.db('webhook_messages').delete();
  ({ id } = await aWebhook(api, { url: receiver.url(), kinds: ['event.changed'] }));
});

interface Body {
  readonly data: { message_id: string }[];
  readonly pagination: { readonly next_cursor: string | null };
}

const ago = (ms: number) => new Date(api.now().getTime() - ms);
const path = (of = id) => `${PATH}/${of}/deliveries`;
const list = async (query: object = {}) =>
  (await api.admin().get(path()).query(query).expect(200)).body.data;
const idsOf = (rows: { message_id: string }[]) => rows.map(({ message_id }) => message_id);
const replay = (body: object, of = id) => api.admin().post(`${PATH}/${of}/replay`).send(body);

/** Inserts a message of this age with its delivery. Returns its id. */
async function aDelivery(
  ageMs: number,
  { kind = 'event.changed', scope = null, ...given }: Record<string, unknown> = {},
): Promise<string> {
  const at = ago(ageMs);
  const message = { id: newMessageId(at), kind, scope, body: `{"type":"${kind}"}`, created_at: at };
  await api.db('webhook_messages').insert(message);
  await api.db('webhook_deliveries').insert({ message_id: message.id, endpoint_id: id, ...given });
  return message.id;
}
const sent = () => ({ status: 'sent', attempts: 1, sent_at: api.now() });
const statusesOf = async () => {
  const rows = await api
    .db('webhook_deliveries')
    .orderBy('message_id')
    .select('status', 'attempts');
  return rows.map(({ status, attempts }) => `${status} ${attempts}`);
};

describe('GET /admin/webhooks/:id/deliveries', () => {
  it('lists the newest first, with their calls and the next one', async () => {
    const answers = [{ at: '2026-05-14T08:00:00.000Z', ms: 12, status: 500 }];
    const due_at = '2026-05-14T10:00:00.000Z';
    const waiting = await aDelivery(HOUR_MS, {
      ...{ attempts: 1, due_at, answers: JSON.stringify(answers) },
    });
    const done = await aDelivery(0, sent());
    const [first, second] = await list();
    expect(first).toMatchObject({ message_id: done, status: 'sent', due_at: null, answers: [] });
    expect(second).toEqual({
      ...{ message_id: waiting, kind: 'event.changed', status: 'queued', reason: null },
      ...{ attempts: 1, due_at, answers, sent_at: null, created_at: '2026-05-14T08:00:00.000Z' },
    });
  });

  it('is filtered by status, kind and time', async () => {
    const old = await aDelivery(3 * HOUR_MS, { status: 'failed' });
    const skipped = await aDelivery(2 * HOUR_MS, { status: 'skipped', reason: 'restored' });
    const other = await aDelivery(HOUR_MS, { kind: 'user.erased' });
    expect(idsOf(await list({ status: 'failed' }))).toEqual([old]);
    expect(idsOf(await list({ status: 'skipped' }))).toEqual([skipped]);
    expect(idsOf(await list({ kind: 'user.erased' }))).toEqual([other]);
    const [from, to] = [ago(2 * HOUR_MS).toISOString(), ago(HOUR_MS).toISOString()];
    expect(idsOf(await list({ from, to }))).toEqual([skipped]);
    expect(idsOf(await list({ from }))).toEqual([other, skipped]);
    await api.admin().get(path()).query({ status: 'lost' }).expect(400);
    await api.admin().get(path()).query({ kind: 'nothing' }).expect(400);
  });

  it('is read by cursor, and has the deliveries of no other endpoint', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await aDelivery(DAY_MS - n * 1_000));
    const other = await aWebhook(api, { url: receiver.url(), kinds: ['event.changed'] });
    const found: string[] = [];
    let cursor = '' as string | null;
    while (cursor !== null) {
      const query: object = { limit: 3, ...(cursor && { cursor }) };
      const { body }: { body: Body } = await api.admin().get(path()).query(query).expect(200);
      found.push(...idsOf(body.data));
      cursor = body.pagination.next_cursor;
    }
    expect(found).toEqual(ids);
    const { body } = await api.admin().get(path(other.id)).expect(200);
    expect(body.data).toEqual([]);
    await api.admin().get(path(999_999)).expect(404);
    await api.admin().get(path()).query({ cursor: 'WzQyXQ' }).expect(400);
  });

  it('is counted at the endpoint: of 24 hours, and the oldest that waits', async () => {
    await aDelivery(25 * HOUR_MS, sent());
    for (const age of [23, 2]) await aDelivery(age * HOUR_MS, sent());
    await aDelivery(3 * HOUR_MS, { status: 'failed' });
    await aDelivery(30 * HOUR_MS);
    await aDelivery(HOUR_MS);
    const { body } = await api.admin().get(`${PATH}/${id}`).expect(200);
    expect(body).toMatchObject({
      ...{ sent: 2, failed: 1, waiting_since: ago(30 * HOUR_MS).toISOString() },
    });
  });
});

describe('GET /admin/webhooks/:id/deliveries/:message_id', () => {
  const get = (message_id: string, key?: string) => api.admin(key).get(`${path()}/${message_id}`);

  it('has the body', async () => {
    const message_id = await aDelivery(0);
    const { body } = await get(message_id).expect(200);
    expect(body).toMatchObject({ message_id, body: '{"type":"event.changed"}' });
    expect(body).not.toHaveProperty('scope');
    const missing = await get(newMessageId(api.now())).expect(404);
    expect(missing.body).toEqual(failure('NOT_FOUND', 'webhook message not found'));
    await get('msg_1').expect(404);
  });

  it('needs a scope of the kind', async () => {
    const { secret } = await aKey(api.db, { scopes: ['webhooks:read', 'content:read'] });
    await get(await aDelivery(0), secret).expect(200);
    const hidden = await aDelivery(0, { kind: 'attendance.changed' });
    const refused = await get(hidden, secret).expect(403);
    expect(refused.headers['www-authenticate']).toContain('scope="attendees:read"');
    const request = { kind: 'registration_request.changed', scope: 'quests:read' };
    const guests = await aKey(api.db, { scopes: ['webhooks:read', 'attendees:read'] });
    await get(await aDelivery(0, request), guests.secret).expect(403);
    await get(await aDelivery(0, { kind: 'user.erased' }), secret).expect(200);
  });
});

describe('POST /admin/webhooks/:id/replay', () => {
  it('sends messages again with the same ids and bodies, and names the missing ones', async () => {
    const failed = await aDelivery(2 * HOUR_MS, { status: 'failed', attempts: 8 });
    const again = await aDelivery(HOUR_MS, sent());
    const gone = newMessageId(ago(8 * DAY_MS));
    const { body } = await replay({ message_ids: [failed, again, gone, failed] }).expect(200);
    expect(body).toEqual({ queued: 2, missing: [gone] });
    expect(await statusesOf()).toEqual(['queued 0', 'queued 0']);
    await sendWebhooks(api);
    expect(receiver.messages.map((message) => message.id).toSorted()).toEqual([failed, again]);
    expect(receiver.messages.map(({ rawBody }) => rawBody.toString())).toEqual(
      Array(2).fill('{"type":"event.changed"}'),
    );
    expect(await statusesOf()).toEqual(['sent 1', 'sent 1']);
  });

  it('queues nothing twice: what waits or is in flight is not counted, nor missing', async () => {
    const run_id = '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10';
    const waiting = await aDelivery(HOUR_MS, { attempts: 3 });
    const flying = await aDelivery(0, {
      ...{ status: 'sending', attempts: 1, run_id, leased_until: api.now() },
    });
    const ended = await aDelivery(0, { status: 'skipped', reason: 'endpoint_off' });
    const message_ids = [waiting, flying, ended];
    const bodies = await Promise.all([1, 2, 3].map(() => replay({ message_ids }).expect(200)));
    expect(bodies.map(({ body }) => body.queued).toSorted()).toEqual([0, 0, 1]);
    expect(bodies.flatMap(({ body }) => body.missing)).toEqual([]);
  });

  it('sends all of a status and a time again', async () => {
    for (const age of [5, 3, 1]) await aDelivery(age * HOUR_MS, { status: 'failed', attempts: 8 });
    await aDelivery(2 * HOUR_MS, sent());
    const range = {
      ...{ from: ago(4 * HOUR_MS).toISOString(), to: ago(0).toISOString() },
      status: 'failed',
    };
    expect((await replay(range).expect(200)).body).toEqual({ queued: 2, missing: [] });
    expect(await statusesOf()).toEqual(['failed 8', 'queued 0', 'sent 1', 'queued 0']);
    expect((await replay(range).expect(200)).body.queued).toBe(0);
    const audit = await api.db('audit_log').where({ action: 'webhook.replay' }).orderBy('id');
    expect(audit.slice(-2).map(({ after }) => after.queued)).toEqual([2, 0]);
  });

  it.each([
    ['nothing', {}],
    ['both', { message_ids: [`msg_${'1'.repeat(27)}`], status: 'failed' }],
    ['half a range', { from: '2026-05-14T08:00:00Z', status: 'failed' }],
    ['no ids', { message_ids: [] }],
    ['another id', { message_ids: ['7'] }],
    ['too many ids', { message_ids: Array(501).fill(`msg_${'1'.repeat(27)}`) }],
    ['what waits', { from: '2026-05-14T08:00:00Z', to: '2026-05-14T09:00:00Z', status: 'queued' }],
  ])('refuses %s', async (_, body) => {
    const { body: refused } = await replay(body).expect(400);
    expect(refused.error).toMatch(/^(message_ids|status)/);
  });

  it('is refused for an endpoint that is off, and of another conference', async () => {
    await api.admin().patch(`${PATH}/${id}`).send({ status: 'off' }).expect(200);
    const body = { message_ids: [newMessageId(api.now())] };
    expect((await replay(body).expect(409)).body.code).toBe('WEBHOOK_OFF');
    await replay(body, 999_999).expect(404);
  });
});
