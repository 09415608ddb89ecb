import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aConference, people } from '../../support/factories.ts';
import { endServices } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { changeMany, repetitions, startWebhookWorker } from '../../support/webhook-workers.ts';
import { aWebhook, startWebhookApi, WebhookReceiver } from '../../support/webhooks.ts';

const CONFERENCES = 50;
const ROUNDS = 20;
const PER_ROUND = 20;
const CHANGES = CONFERENCES * ROUNDS * PER_ROUND;
const CHANGING_MS = 10_000;
const MAX_MS = 60_000;
const RECEIVER_MS = 2;

afterEach(() => endServices());

it(`${CHANGES} changes of ${CONFERENCES} conferences in 10 s arrive within 60 s, each once`, async () => {
  await using api = await startWebhookApi();
  await using receiver = await WebhookReceiver.start();
  receiver.respond = (response) => {
    setTimeout(() => response.writeHead(204).end(), RECEIVER_MS);
  };
  const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-webhooks-'));
  await chmod(cwd, 0o755);
  await aWebhook(api, { url: receiver.url(), kinds: ['attendance.changed'] });
  const conferences: number[] = [];
  while (conferences.length < CONFERENCES) conferences.push((await aConference(api.db)).id);
  const users = await people(api.db, ROUNDS * PER_ROUND);
  await startWebhookWorker(api, cwd);

  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { id } of users.slice(round * PER_ROUND, (round + 1) * PER_ROUND)) {
      await changeMany(api, { user_id: id, conferences });
    }
    const next = startedAt + ((round + 1) * CHANGING_MS) / ROUNDS;
    await sleep(Math.max(0, next - performance.now()));
  }
  const changedMs = performance.now() - startedAt;
  const arrived = () =>
    receiver.messages.reduce((sum, { body }) => sum + body.data.items.length, 0);
  await until(() => arrived() >= CHANGES);
  const tookMs = performance.now() - startedAt;
  await rm(cwd, { recursive: true });

  const [changed, took] = [changedMs, tookMs].map((ms) => (ms / 1_000).toFixed(1));
  console.info(
    `${CHANGES} changes in ${changed} s: ${receiver.messages.length} calls in ${took} s`,
  );
  expect(arrived()).toBe(CHANGES);
  expect(repetitions(receiver)).toBe(0);
  expect(tookMs).toBeLessThan(MAX_MS);
}, 300_000);
