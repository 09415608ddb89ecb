import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broadcast, type RunningBroadcast } from '../../support/broadcasts.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { endServices } from '../../support/service.ts';

// scripts/broadcast-faults.ts runs the same for 10,000 recipients, with leases of full length.
const RECIPIENTS = 500;
/** Each test starts three processes, which takes long on a slow machine. */
const TEST_MS = 120_000;

let database: TestDatabase;
let cwd: string;
let fake: FakeBotApi;

beforeAll(async () => {
  database = await createDatabase();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-broadcasts-'));
  await chmod(cwd, 0o755);
});
beforeEach(async () => {
  fake = await FakeBotApi.start({ latencyMs: 20 });
});
afterEach(async () => {
  await endServices();
  await fake.close();
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
  await database.drop();
});

const broadcastWith = (workers: number, disturb: (broadcast: RunningBroadcast) => Promise<void>) =>
  broadcast({
    databaseUrl: database.url,
    cwd,
    fake,
    recipients: RECIPIENTS,
    workers,
    expireLeases: true,
    disturb,
  });

describe('a broadcast', () => {
  it(
    'reaches every recipient when its worker is killed, and repeats at most the messages in flight',
    async () => {
      const result = await broadcastWith(1, async ({ untilSent, kill, startWorker, workers }) => {
        await untilSent(0.5);
        for (const worker of workers.slice()) await kill(worker);
        await startWorker();
      });

      expect(result).toMatchObject({ states: { sent: RECIPIENTS }, lost: 0 });
      expect(result.inFlight).toBeGreaterThan(0);
      expect(result.duplicates).toBeLessThanOrEqual(result.inFlight);
    },
    TEST_MS,
  );

  it(
    'repeats nothing when its worker is stopped gracefully and restarted',
    async () => {
      const result = await broadcastWith(1, async ({ untilSent, stop, startWorker, workers }) => {
        await untilSent(0.3);
        for (const worker of workers.slice()) await stop(worker);
        await startWorker();
      });

      expect(result).toMatchObject({ states: { sent: RECIPIENTS }, lost: 0, duplicates: 0 });
    },
    TEST_MS,
  );

  it(
    'is finished by the second worker when the first one is killed',
    async () => {
      const result = await broadcastWith(2, async ({ untilSent, kill, workers }) => {
        await untilSent(0.4);
        for (const worker of workers.slice(0, 1)) await kill(worker);
      });

      expect(result).toMatchObject({ states: { sent: RECIPIENTS }, lost: 0 });
      expect(result.duplicates).toBeLessThanOrEqual(result.inFlight);
      expect(result.seconds).toBeLessThan(60);
    },
    TEST_MS,
  );
});
