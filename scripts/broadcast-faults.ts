import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { broadcast, type RunningBroadcast } from '../test/support/broadcasts.ts';
import { prepareDatabases, removeDatabases } from '../test/support/cluster.ts';
import { createDatabase } from '../test/support/database.ts';
import { FakeBotApi } from '../test/support/fake-bot-api.ts';
import { FaultProxy } from '../test/support/fault-proxy.ts';
import { endServices } from '../test/support/service.ts';

/**
 * Kills and stops workers in the middle of a broadcast and prints the results. Expected: no
 * recipient is lost, each has one final status, and at most the messages in flight at a kill arrive
 * twice. A graceful stop repeats no message. The number of recipients is the first argument.
 */
const RECIPIENTS = Number(process.argv[2] ?? 10_000);
/** The latency of the fake messenger. */
const LATENCY_MS = 5;

type Scenario = readonly [
  name: string,
  workers: number,
  disturb: (broadcast: RunningBroadcast, proxy: FaultProxy) => Promise<void>,
];

const SCENARIOS: readonly Scenario[] = [
  ['undisturbed', 1, async () => {}],
  [
    'SIGKILL at 20, 50 and 80 %, restarted each time',
    1,
    async ({ untilSent, kill, startWorker, workers }) => {
      for (const share of [0.2, 0.5, 0.8]) {
        await untilSent(share);
        const worker = workers.at(-1);
        if (worker) await kill(worker);
        await startWorker();
      }
    },
  ],
  [
    'SIGTERM at 50 %, restarted',
    1,
    async ({ untilSent, stop, startWorker, workers }) => {
      await untilSent(0.5);
      for (const worker of workers) await stop(worker);
      await startWorker();
    },
  ],
  [
    '30 s without a byte from the database at 50 %',
    1,
    async ({ untilSent }, proxy) => {
      await untilSent(0.5);
      proxy.silence();
      await sleep(30_000);
      proxy.resume();
    },
  ],
  ['two workers', 2, async () => {}],
  [
    'two workers, one killed at 50 %',
    2,
    async ({ untilSent, kill, workers }) => {
      await untilSent(0.5);
      for (const worker of workers.slice(0, 1)) await kill(worker);
    },
  ],
];

await prepareDatabases();
const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-broadcasts-'));
await chmod(cwd, 0o755);
try {
  for (const [name, workers, disturb] of SCENARIOS) {
    const { url: databaseUrl, drop } = await createDatabase();
    const fake = await FakeBotApi.start({ latencyMs: LATENCY_MS });
    const proxy = await FaultProxy.before(databaseUrl);
    const plan = { databaseUrl, serviceDatabaseUrl: proxy.url, cwd, fake, workers };
    const figures = await broadcast({
      ...plan,
      recipients: RECIPIENTS,
      disturb: (running) => disturb(running, proxy),
    });
    console.log(name, figures);
    await proxy.close();
    await fake.close();
    await drop();
  }
} finally {
  await endServices();
  await rm(cwd, { recursive: true });
  await removeDatabases();
}
