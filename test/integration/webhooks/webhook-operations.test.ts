import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { countObservations, Metrics } from '../../../src/metrics/metrics.ts';
import { SharedStateService } from '../../../src/services/operations/shared-state.service.ts';
import type { TestApi } from '../../support/api.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { countsIn, ops } from '../../support/ops.ts';
import {
  answers,
  aWebhook,
  sendWebhooks,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

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
  for (const table of ['webhook_endpoints', 'webhook_messages', 'webhook_changes', 'restores']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db);
});

const listen = () => aWebhook(api, { url: receiver.url(), kinds: ['attendance.changed'] });
const change = async () => aRegistration(api.db, [await aUser(api.db), conference]);
/** An endpoint that has answered 500 to one message, and a change that is no message yet. */
async function waiting(): Promise<void> {
  await listen();
  await change();
  receiver.respond = answers(500);
  await sendWebhooks(api);
  receiver.reset();
  await change();
}
const makeDue = () =>
  api.db('webhook_deliveries').where({ status: 'queued' }).update({ due_at: api.db.fn.now() });
const stored = () => api.db('webhook_deliveries').select('status', 'reason', 'attempts');
async function afterRestore(...options: string[]) {
  const { rows } = await api.db.raw('select now() as now');
  return ops(api.databaseUrl, 'after-restore', `--taken-at=${rows[0].now}`, ...options);
}

describe('npm run ops -- after-restore', () => {
  it('skips what waited, and later changes have a higher sequence', async () => {
    await waiting();
    const [{ id: before }] = await api.db('webhook_changes').select('id');
    const result = await afterRestore();

    expect(countsIn(result)).toMatchObject({
      'deliveries of webhooks': 1,
      'changes to be sent': 0,
    });
    expect(await stored()).toEqual([{ status: 'skipped', reason: 'restored', attempts: 1 }]);
    await change();
    await makeDue();
    await sendWebhooks(api);
    const items = receiver.messages.flatMap(({ body }) => body.data.items);
    expect(items).toHaveLength(1);
    expect(items[0]?.sequence).toBeGreaterThan(Number(before) + 100_000);
  });

  it('leaves it to be sent with --resend', async () => {
    await waiting();
    expect(countsIn(await afterRestore('--resend'))).toMatchObject({
      'deliveries of webhooks': 1,
      'changes to be sent': 1,
    });
    await makeDue();
    await sendWebhooks(api);
    expect(receiver.messages).toHaveLength(2);
  });
});

it('npm run ops -- status shows what waits, and endpoints that fail or were switched off', async () => {
  await waiting();
  await makeDue();
  await api.db('webhook_deliveries').update({ due_at: api.db.raw(`now() - interval '1 minute'`) });
  const status = async () => countsIn(await ops(api.databaseUrl, 'status'));
  const shown = await status();
  expect(shown).toMatchObject({
    'changes to be sent': 1,
    'failing endpoints': 0,
    'endpoints switched off': 0,
  });
  expect(shown['seconds behind']).toBeGreaterThanOrEqual(60);

  const { id } = await listen();
  await api.db('webhook_endpoints').where({ id }).update({ status: 'off', off_reason: 'gone' });
  await api
    .db('webhook_endpoints')
    .whereNot({ id })
    .update({ status: 'failing', failing_since: api.db.fn.now() });
  expect(await status()).toMatchObject({
    'seconds behind': 0,
    'failing endpoints': 1,
    'endpoints switched off': 1,
  });
});

it('metrics count calls by their result, and what waits', async () => {
  const metrics = new Metrics();
  using _ = countObservations(metrics);
  await waiting();
  await makeDue();
  await sendWebhooks(api);

  const text = await metrics.text();
  for (const status of ['queued', 'sent']) {
    expect(text).toContain(`hallway_webhook_deliveries_total{status="${status}"}`);
  }
  const { webhook_changes, oldest_webhook_s } = await new SharedStateService(api).read();
  expect([webhook_changes, oldest_webhook_s]).toEqual([0, 0]);
});
