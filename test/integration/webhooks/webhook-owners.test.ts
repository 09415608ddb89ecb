import type { Granted } from '../../../src/domain/administration/administrators.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { until } from '../../support/until.ts';
import {
  aWebhook,
  createWebhookSender,
  sendWebhooks,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

const ADMIN = '/api/v1/admin';
const SCOPES: readonly Granted[] = ['webhooks:write', 'webhooks:read', 'attendees:read'];
const IN_A_YEAR = '2027-05-14T00:00:00.000Z';

let api: TestApi;
let receiver: WebhookReceiver;
let conference: Conference;

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
});

const listen = (key?: string, given: object = {}) =>
  aWebhook(
    api,
    {
      ...{ url: receiver.url(), kinds: ['attendance.changed'] },
      ...{ conference_id: conference.id, ...given },
    },
    key,
  );
const statusOf = async ({ id }: { id: number }) => {
  const row = await api.db('webhook_endpoints').where({ id }).first('status', 'off_reason');
  return row.off_reason ?? row.status;
};
const register = async () => aRegistration(api.db, [await aUser(api.db), conference]);

/** A key of a person, with what an endpoint needs unless the test says otherwise. */
async function aPersonsKey(given: Parameters<typeof aKey>[1] = {}) {
  const administrator_id = given.administrator_id ?? (await anAdministrator(api.db));
  const key = await aKey(api.db, {
    ...{ scopes: SCOPES, expires_at: IN_A_YEAR },
    ...given,
    administrator_id,
  });
  return { ...key, administrator_id };
}
const change = (id: number, given: object) =>
  api.admin().patch(`${ADMIN}/api-keys/${id}`).send(given).expect(200);

describe('an endpoint ends with the rights of its owner', () => {
  const ends: [string, (key: Awaited<ReturnType<typeof aPersonsKey>>) => PromiseLike<unknown>][] = [
    ['revoked', ({ id }) => api.admin().delete(`${ADMIN}/api-keys/${id}`).expect(200)],
    ['without the scope of its kind', ({ id }) => change(id, { scopes: ['webhooks:write'] })],
    ['without webhooks:write', ({ id }) => change(id, { scopes: ['attendees:read'] })],
    [
      'of another conference',
      async ({ id }) => change(id, { conference_ids: [(await aConference(api.db)).id] }),
    ],
    [
      'of a disabled administrator',
      ({ administrator_id }) =>
        api
          .admin()
          .patch(`${ADMIN}/administrators/${administrator_id}`)
          .send({ is_disabled: true })
          .expect(200),
    ],
  ];

  it.each(ends)('whose key is %s', async (_, end) => {
    const key = await aPersonsKey();
    const endpoint = await listen(key.secret);
    const others = await listen();
    await register();
    await sendWebhooks(api);
    expect(receiver.messages).toHaveLength(2);
    const sender = createWebhookSender(api);
    expect(await sender.isDue()).toBe(false);
    await end(key);
    // At once, though nothing has changed and no delivery is due.
    expect(await sender.isDue()).toBe(true);
    await sender.run(new AbortController().signal);
    expect(await statusOf(endpoint)).toBe('owner_gone');
    expect(await statusOf(others)).toBe('active');
    receiver.reset();
    await register();
    await sendWebhooks(api);
    expect(receiver.messages).toHaveLength(1);
  });

  it('whose key has expired', async () => {
    const expires_at = new Date(api.now().getTime() + 60_000).toISOString();
    const key = await aPersonsKey({ expires_at });
    const endpoint = await listen(key.secret);
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('active');
    api.advance(60_000);
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('owner_gone');
  });

  it('and what waits is skipped, with a line in the log', async () => {
    const key = await aPersonsKey();
    const endpoint = await listen(key.secret);
    receiver.respond = (response) => response.writeHead(500).end();
    await register();
    await sendWebhooks(api);
    await api.admin().delete(`${ADMIN}/api-keys/${key.id}`).expect(200);
    const { log, lines } = recordingLog();
    await createWebhookSender(api, { log }).run(new AbortController().signal);
    expect(await api.db('webhook_deliveries').select('status', 'reason')).toEqual([
      { status: 'skipped', reason: 'endpoint_off' },
    ]);
    expect(lines).toMatchObject([{ level: 40, endpoint_id: endpoint.id, reason: 'owner_gone' }]);
  });

  it('also where the revocation is made in another process', async () => {
    const key = await aPersonsKey();
    const endpoint = await listen(key.secret);
    await using other = await startWebhookApi({ on: api });
    const sender = createWebhookSender(other);
    await sender.isDue();
    await until(async () => other.services.adminAuthentication.isKeeping);
    await sender.run(new AbortController().signal);
    expect(await sender.isDue()).toBe(false);
    await api.admin().delete(`${ADMIN}/api-keys/${key.id}`).expect(200);
    await until(() => sender.isDue());
    await sendWebhooks(other);
    expect(await statusOf(endpoint)).toBe('owner_gone');
  });
});

describe('an endpoint goes on', () => {
  it('with another key of its owner that has all of it, not with two that have it together', async () => {
    const first = await aPersonsKey();
    const { administrator_id } = first;
    const endpoint = await listen(first.secret);
    const second = await aPersonsKey({ administrator_id });
    await api.admin().delete(`${ADMIN}/api-keys/${first.id}`).expect(200);
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('active');
    await aPersonsKey({ administrator_id, scopes: ['attendees:read'] });
    await aPersonsKey({ administrator_id, scopes: ['webhooks:write'] });
    await api.admin().delete(`${ADMIN}/api-keys/${second.id}`).expect(200);
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('owner_gone');
  });

  it('of a machine only with its own key', async () => {
    const machine = await aKey(api.db, { scopes: SCOPES });
    await aKey(api.db, { scopes: SCOPES });
    const endpoint = await listen(machine.secret);
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('active');
    await api.admin().delete(`${ADMIN}/api-keys/${machine.id}`).expect(200);
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('owner_gone');
  });

  it('made with ADMIN_API_KEY, while it is set', async () => {
    const endpoint = await listen();
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('active');
    await using without = await startWebhookApi({ on: api, env: { ADMIN_API_KEY: '' } });
    await sendWebhooks(without);
    expect(await statusOf(endpoint)).toBe('owner_gone');
  });

  it('once another administrator has taken it over, who needs its scopes', async () => {
    const first = await aPersonsKey();
    const endpoint = await listen(first.secret);
    await api.admin().delete(`${ADMIN}/api-keys/${first.id}`).expect(200);
    await sendWebhooks(api);
    const activate = (secret: string) =>
      api.admin(secret).patch(`${ADMIN}/webhooks/${endpoint.id}`).send({ status: 'active' });
    const narrow = await aPersonsKey({ scopes: ['webhooks:write', 'content:read'] });
    await activate(narrow.secret).expect(403);
    const second = await aPersonsKey();
    const { body } = await activate(second.secret).expect(200);
    expect(body).toMatchObject({
      status: 'active',
      administrator: { id: second.administrator_id },
    });
    await sendWebhooks(api);
    expect(await statusOf(endpoint)).toBe('active');
    // While it is active, too: before the key of its owner ends.
    const third = await aPersonsKey();
    const taken = await activate(third.secret).expect(200);
    expect(taken.body.administrator.id).toBe(third.administrator_id);
  });
});

it('requests of quests go to owners who may read quests', async () => {
  const kinds = ['registration_request.changed'];
  const scopes = (scope: Granted): readonly Granted[] => ['webhooks:write', scope];
  const guests = await aPersonsKey({ scopes: scopes('attendees:read') });
  const quests = await aPersonsKey({ scopes: scopes('quests:read') });
  await listen(guests.secret, { kinds, url: receiver.url('/guests') });
  await listen(quests.secret, { kinds, url: receiver.url('/quests') });
  await api.db('webhook_changes').insert({
    kind: 'registration_request.changed',
    conference_id: conference.id,
    scope: 'quests:read',
    item: { request_id: 1, user_id: 2, quest_id: 3, status: 'pending' },
  });
  await sendWebhooks(api);
  expect(receiver.messages.map(({ path }) => path)).toEqual(['/quests']);
});

describe('warnings of GET /admin/me', () => {
  const warningsOf = async (secret?: string) =>
    (await api.admin(secret).get(`${ADMIN}/me`).expect(200)).body.warnings;

  it('name what was switched off, to its own administrator alone, whatever their scopes', async () => {
    const owner = await aPersonsKey();
    const { administrator_id } = owner;
    const other = await aPersonsKey({ administrator_id, scopes: ['content:read'] });
    const stranger = await aPersonsKey({ scopes: ['*'] });
    const [gone, byHand] = [await listen(owner.secret), await listen(owner.secret)];
    const ofMachine = await aKey(api.db, { scopes: SCOPES });
    const machines = await listen(ofMachine.secret);
    const ofSettings = await listen();
    const off = (id: number, off_reason: string) =>
      api.db('webhook_endpoints').where({ id }).update({ status: 'off', off_reason });
    for (const { id } of [gone, machines, ofSettings]) await off(id, 'gone');
    await off(byHand.id, 'by_hand');
    const named = (...ids: number[]) => [
      { kind: 'webhook_off', ids, message: expect.stringContaining('switched off') },
    ];
    expect(await warningsOf(owner.secret)).toEqual(named(gone.id));
    expect(await warningsOf(other.secret)).toEqual(named(gone.id));
    expect(await warningsOf(stranger.secret)).toEqual([]);
    expect(await warningsOf(ofMachine.secret)).toEqual(named(machines.id));
    expect(await warningsOf()).toEqual(named(ofSettings.id));
  });

  it('name what ends with the last key within 30 days', async () => {
    const expires_at = new Date(api.now().getTime() + 29 * 24 * 3_600_000).toISOString();
    const owner = await aPersonsKey({ expires_at });
    const endpoint = await listen(owner.secret);
    expect(await warningsOf(owner.secret)).toEqual([
      { kind: 'webhook_ends', ids: [endpoint.id], message: expect.stringContaining('30 days') },
    ]);
    const { administrator_id } = owner;
    await aPersonsKey({ administrator_id });
    expect(await warningsOf(owner.secret)).toEqual([]);
  });
});
