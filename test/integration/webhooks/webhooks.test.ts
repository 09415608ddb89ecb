import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { MESSAGE_KINDS } from '../../../src/domain/webhooks/webhook-kinds.ts';
import type { TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { aConference } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import {
  answers,
  aWebhook,
  problemOf,
  type ReceivedMessage,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

const PATH = '/api/v1/admin/webhooks';
const URL = 'http://127.0.0.1:9000/hook/secret-path';
const KINDS = ['attendance.changed', 'event.changed'];

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startWebhookApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('webhook_endpoints').delete();
  conference = await aConference(api.db);
});

const post = (given: object = {}, key?: string) =>
  api
    .admin(key)
    .post(PATH)
    .send({ url: URL, kinds: KINDS, ...given });
const listen = (given: object = {}, key?: string) =>
  aWebhook(api, { url: URL, kinds: KINDS, ...given }, key);
const get = (id: number, key?: string) => api.admin(key).get(`${PATH}/${id}`);
const patch = (id: number, given: object, key?: string) =>
  api.admin(key).patch(`${PATH}/${id}`).send(given);
const auditOf = (id: number) =>
  api
    .db('audit_log')
    .where({ subject_type: 'webhook', subject_id: id })
    .orderBy('id')
    .select('action', 'before', 'after', 'conference_id');

describe('POST /admin/webhooks', () => {
  it('creates an endpoint, and shows its secret once', async () => {
    const given = { description: 'Badge printer', conference_id: conference.id };
    const { body, headers } = await post(given).expect(201);
    expect(body).toEqual({
      ...{ id: expect.any(Number), url: URL, kinds: KINDS, ...given },
      ...{ status: 'active', off_reason: null, failing_since: null },
      ...{ administrator: null, api_key: null, old_secret_valid_until: null },
      ...{ version: 1, created_at: expect.any(String), sent: 0, failed: 0, waiting_since: null },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(headers['cache-control']).toContain('no-store');
    const { secret, ...endpoint } = body;
    expect((await get(body.id).expect(200)).body).toEqual(endpoint);
    const stored = JSON.stringify(await api.db('webhook_endpoints'));
    expect(stored).not.toContain(secret);
    // The path of an address can be a secret.
    expect(await auditOf(body.id)).toEqual([
      {
        action: 'webhook.create',
        before: null,
        after: { host: '127.0.0.1:9000', kinds: KINDS, ...given },
        conference_id: conference.id,
      },
    ]);
  });

  it('takes no Idempotency-Key: the secret is in no stored answer', async () => {
    const create = () => post().set('Idempotency-Key', 'once');
    const [one, two] = [await create().expect(201), await create().expect(201)];
    expect(one.body.id).not.toBe(two.body.id);
    expect(await api.db('idempotency_keys')).toEqual([]);
  });

  it.each([
    ['url', { url: 'https://user:password@example.org/' }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['url', { url: 'https://169.254.169.254/latest' }],
    ['url', { url: 'https://localhost:8443/' }],
    ['url', { url: 'https://nowhere.invalid/' }],
    ['url', { url: 'http://127.0.0.1:22/' }],
    ['url', { url: 'ftp://example.org/' }],
    ['url', { url: `https://example.org/${'x'.repeat(2_000)}` }],
    ['kinds', { kinds: [] }],
    ['kinds', { kinds: ['user.erased'] }],
    ['kinds', { kinds: ['lead.changed'] }],
    ['kinds', { kinds: ['event.changed', 'event.changed'] }],
    ['description', { description: 'x'.repeat(201) }],
    ['conference_id', { conference_id: 0 }],
  ])('refuses a wrong %s: %j', async (field, given) => {
    const { body } = await post(given).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(body.error).toMatch(new RegExp(`^${field}[.:]`));
    expect(await api.db('webhook_endpoints')).toEqual([]);
  });

  it('refuses its own address, and no other port of it', async () => {
    const own = await post({ url: `${api.url}/hook` }).expect(400);
    expect(own.body.error).toBe('url: expected another service than this one');
    await post({ url: 'http://127.0.0.1:9000/' }).expect(201);
  });

  it('refuses kinds that the caller may not read, and names the scope', async () => {
    const scopes = ['webhooks:write', 'attendees:read'] as const;
    const { secret } = await aKey(api.db, { scopes });
    const refused = await post({}, secret).expect(403);
    expect(refused.headers['www-authenticate']).toBe(
      'HallwayKey error="insufficient_scope", scope="content:read"',
    );
    await post({ kinds: ['attendance.changed', 'check_in.changed'] }, secret).expect(201);
  });

  it('of a key of some conferences needs one of them', async () => {
    const other = await aConference(api.db);
    const key = await aKey(api.db, { conference_ids: [conference.id] });
    await post({}, key.secret).expect(403);
    for (const conference_id of [other.id, 999_999]) {
      const { body } = await post({ conference_id }, key.secret).expect(404);
      expect(body).toEqual(failure('NOT_FOUND', 'conference not found'));
    }
    await post({ conference_id: conference.id }, key.secret).expect(201);
    await post({ conference_id: 999_999 }).expect(404);
  });

  it('allows 10 for a conference and 50 in all, however many come at once', async () => {
    const given = { conference_id: conference.id };
    const first = await Promise.all(Array.from({ length: 12 }, () => post(given)));
    const statuses = first.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    const full = first.find(({ status }) => status === 409);
    expect(full?.body).toEqual(
      failure('WEBHOOK_LIMIT', 'A conference has at most 10 endpoints; delete one first'),
    );
    const columns = { url: URL, kinds: KINDS, secret_encrypted: Buffer.alloc(1) };
    await api.db('webhook_endpoints').insert(Array.from({ length: 39 }, () => columns));
    await post().expect(201);
    const { body } = await post().expect(409);
    expect(body).toEqual(
      failure('WEBHOOK_LIMIT', 'There are at most 50 endpoints; delete one first'),
    );
  });
});

describe('GET /admin/webhooks', () => {
  it('lists the newest first, of the conferences of the key', async () => {
    const key = await aKey(api.db, { conference_ids: [conference.id] });
    const all = await listen();
    const mine = await listen({ conference_id: conference.id });
    const list = async (secret?: string) =>
      (await api.admin(secret).get(PATH).expect(200)).body.data.map(({ id }: { id: number }) => id);
    expect(await list()).toEqual([mine.id, all.id]);
    expect(await list(key.secret)).toEqual([mine.id]);
    await get(all.id, key.secret).expect(404);
    await get(mine.id, key.secret).expect(200);
    await get(999_999).expect(404);
  });

  it('names the owner', async () => {
    const administrator_id = await anAdministrator(api.db, { name: 'Mina' });
    const expires_at = '2027-01-01T00:00:00Z';
    const person = await aKey(api.db, { administrator_id, expires_at });
    const machine = await aKey(api.db, { name: 'CRM' });
    const owners = [];
    for (const key of [person, machine]) {
      const { id } = await listen({}, key.secret);
      const { administrator, api_key } = (await get(id).expect(200)).body;
      owners.push({ administrator, api_key });
    }
    expect(owners).toEqual([
      { administrator: { id: administrator_id, name: 'Mina' }, api_key: null },
      { administrator: null, api_key: { id: machine.id, name: 'CRM' } },
    ]);
  });
});

it('GET /admin/webhooks/kinds has every kind with its scopes, schema and an example', async () => {
  const key = await aKey(api.db, { scopes: ['webhooks:read'], conference_ids: [conference.id] });
  const { body } = await api.admin(key.secret).get(`${PATH}/kinds`).expect(200);
  const kinds = body.data as { kind: string; scopes: string[]; schema: object; example: object }[];
  expect(kinds.map(({ kind }) => kind)).toEqual(MESSAGE_KINDS);
  expect(kinds[0]).toMatchObject({
    ...{ kind: 'attendance.changed', scopes: ['attendees:read'] },
    schema: { type: 'object', properties: { type: { const: 'attendance.changed' } } },
    example: { type: 'attendance.changed', data: { items: [{ status: 'registered' }] } },
  });
  expect(kinds.filter(({ scopes }) => scopes.length === 0).map(({ kind }) => kind)).toEqual([
    'user.erased',
    'webhook.test',
  ]);
});

describe('PATCH /admin/webhooks/:id', () => {
  it('changes the given fields, and nothing twice', async () => {
    const { id } = await listen({ description: 'Printer' });
    const url = 'http://127.0.0.1:9001/new';
    const { body } = await patch(id, { url, description: null }).expect(200);
    expect(body).toMatchObject({ url, kinds: KINDS, description: null, version: 2 });
    expect((await patch(id, { url }).expect(200)).body.version).toBe(2);
    const [, update] = await auditOf(id);
    expect(update).toMatchObject({
      before: { host: '127.0.0.1:9000', description: 'Printer' },
      after: { host: '127.0.0.1:9001', description: null },
    });
    await patch(id, { url: 'https://10.0.0.1/' }).expect(400);
    await patch(id, { kinds: [] }).expect(400);
    await patch(999_999, { url }).expect(404);
  });

  it('of 20 with one version, one wins', async () => {
    const { id } = await listen();
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        patch(id, { description: `Printer ${n}` }).set('If-Match', `"${id}.1"`),
      ),
    );
    const statuses = sent.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const refused = sent.find(({ status }) => status === 412);
    expect(refused?.body.current).toMatchObject({ id, version: 2 });
    expect(refused?.body.current).not.toHaveProperty('secret');
  });

  it('switches it off by hand, and on again', async () => {
    const { id } = await listen();
    const off = await patch(id, { status: 'off' }).expect(200);
    expect(off.body).toMatchObject({ status: 'off', off_reason: 'by_hand' });
    expect((await patch(id, { status: 'off' }).expect(200)).body.version).toBe(2);
    const on = await patch(id, { status: 'active' }).expect(200);
    expect(on.body).toMatchObject({ status: 'active', off_reason: null, version: 3 });
  });

  it('leaves one off by hand that the service switched off', async () => {
    const { id } = await listen();
    await api.db('webhook_endpoints').update({ status: 'off', off_reason: 'gone' });
    const { body } = await patch(id, { description: 'Old' }).expect(200);
    expect(body).toMatchObject({ off_reason: 'gone', description: 'Old' });
    const off = await patch(id, { status: 'off' }).expect(200);
    expect(off.body).toMatchObject({ status: 'off', off_reason: 'by_hand' });
  });

  it('lets one that fails try all again', async () => {
    const { id } = await listen();
    const failing_since = '2026-05-14T08:00:00.000Z';
    await api.db('webhook_endpoints').update({ status: 'failing', failing_since, failures: 12 });
    const { body } = await patch(id, { status: 'active' }).expect(200);
    expect(body).toMatchObject({ status: 'active', failing_since: null });
  });

  it('of others needs the scopes of the kinds for what sends them elsewhere', async () => {
    const { id } = await listen();
    const key = await aKey(api.db, { scopes: ['webhooks:write', 'content:read'] });
    for (const given of [
      { url: 'http://127.0.0.1:9001/' },
      { kinds: ['attendance.changed'] },
      { status: 'active' },
    ]) {
      await patch(id, given, key.secret).expect(403);
    }
    await patch(id, { kinds: ['event.changed'] }, key.secret).expect(200);
    await patch(id, { description: 'Seen', status: 'off' }, key.secret).expect(200);
    await patch(id, { status: 'active' }, key.secret).expect(200);
  });
});

it('DELETE /admin/webhooks/:id deletes it with its deliveries, once', async () => {
  const { id } = await listen({ conference_id: conference.id });
  const message = { id: `msg_${'1'.repeat(27)}`, kind: 'event.changed', body: '{}' };
  await api.db('webhook_messages').insert({ ...message, created_at: api.now() });
  await api.db('webhook_deliveries').insert({ message_id: message.id, endpoint_id: id });
  const remove = (tag: string) => api.admin().delete(`${PATH}/${id}`).set('If-Match', tag);
  await remove(`"${id}.7"`).expect(412);
  const { body } = await remove(`"${id}.1"`).expect(200);
  expect(body).toEqual({ id, deleted: true });
  expect(await api.db('webhook_deliveries')).toEqual([]);
  await remove('*').expect(404);
  const [, deleted] = await auditOf(id);
  expect(deleted).toMatchObject({ action: 'webhook.delete', conference_id: conference.id });
});

describe('POST /admin/webhooks/:id/rotate', () => {
  const rotate = (id: number, given: object = {}) =>
    api.admin().post(`${PATH}/${id}/rotate`).send(given);

  it('shows a new secret, and the end of the one before', async () => {
    const { id, secret } = await listen();
    const { body, headers } = await rotate(id).expect(200);
    expect(body.secret).not.toBe(secret);
    expect(body.old_secret_valid_until).toBe('2026-05-15T09:00:00.000Z');
    expect(headers['cache-control']).toContain('no-store');
    const now = await get(id).expect(200);
    expect(now.body.old_secret_valid_until).toBe('2026-05-15T09:00:00.000Z');
    const text = JSON.stringify([await auditOf(id), now.body]);
    expect(text).not.toContain(body.secret);
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'webhook.rotate' });
  });

  it('ends the one before at once with 0', async () => {
    const { id } = await listen();
    const { body } = await rotate(id, { grace_seconds: 0 }).expect(200);
    expect(body.old_secret_valid_until).toBeNull();
  });

  it.each([-1, 604_801, 1.5, '60'])('refuses a grace of %p', async (grace_seconds) => {
    const { id } = await listen();
    const { body } = await rotate(id, { grace_seconds }).expect(400);
    expect(body.error).toMatch(/^grace_seconds: /);
    await rotate(999_999).expect(404);
  });
});

describe('POST /admin/webhooks/:id/test', () => {
  const test = (id: number, key?: string) => api.admin(key).post(`${PATH}/${id}/test`);

  it('sends one empty item, signed, and tells what came back', async () => {
    await using receiver = await WebhookReceiver.start();
    const { id, secret } = await listen({ url: receiver.url(), conference_id: conference.id });
    const { body } = await test(id).expect(200);
    expect(body).toEqual({ status: 204, ms: expect.any(Number) });
    const [message, ...others] = receiver.messages as [ReceivedMessage];
    expect(others).toEqual([]);
    expect(problemOf(message, secret, api.now())).toBeUndefined();
    expect(message.body).toEqual({
      type: 'webhook.test',
      timestamp: api.now().toISOString(),
      conference_id: conference.id,
      data: { items: [{}] },
    });
    receiver.respond = answers(410);
    expect((await test(id).expect(200)).body).toMatchObject({ status: 410 });
    expect((await get(id)).body.status).toBe('active');
    expect(await api.db('webhook_deliveries')).toEqual([]);
    expect((await auditOf(id)).slice(1)).toMatchObject([
      { action: 'webhook.test', after: { status: 204 } },
      { action: 'webhook.test', after: { status: 410 } },
    ]);
  });

  it('tells no more of a call without an answer than a word', async () => {
    const { id } = await listen({ url: 'http://127.0.0.1:1025/' });
    expect((await test(id).expect(200)).body).toEqual({ error: 'refused', ms: expect.any(Number) });
  });

  it('works for one that fails, and not for one that is off', async () => {
    await using receiver = await WebhookReceiver.start();
    const { id } = await listen({ url: receiver.url() });
    const failing = { status: 'failing', failing_since: api.now(), failures: 10 };
    await api.db('webhook_endpoints').update(failing);
    await test(id).expect(200);
    await patch(id, { status: 'off' }).expect(200);
    const { body } = await test(id).expect(409);
    expect(body).toEqual(
      failure('WEBHOOK_OFF', 'This endpoint is off; set its status to active first'),
    );
    await test(999_999).expect(404);
  });

  it('is limited by key', async () => {
    await using receiver = await WebhookReceiver.start();
    const { id } = await listen({ url: receiver.url() });
    await using limited = await startWebhookApi({ on: api, rateLimits: { 'webhook-tests': 2 } });
    const key = await aKey(api.db);
    const path = `${PATH}/${id}/test`;
    for (const status of [200, 200, 429]) {
      await limited.admin(key.secret).post(path).expect(status);
    }
    await limited.admin().post(path).expect(200);
  });
});

it('in production, an endpoint needs https and a public address', async () => {
  await using production = await startWebhookApi({
    on: api,
    env: {
      ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://hall.example' },
      WEBHOOK_ALLOWED_HOSTS: 'n8n.internal',
    },
  });
  const create = (url: string) =>
    production
      .admin()
      .post(PATH)
      .send({ url, kinds: ['event.changed'] });
  for (const url of [
    'http://8.8.8.8/hook',
    'https://127.0.0.1:8443/',
    'https://hall.example/hook',
    'http://n8n.internal:22/',
  ]) {
    await create(url).expect(400);
  }
  await create('https://8.8.8.8/hook').expect(201);
  await create('http://n8n.internal:5678/hook').expect(201);
});
