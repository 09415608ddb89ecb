import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broadcast, type RunningBroadcast } from '../support/broadcasts.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { FakeBotApi } from '../support/fake-bot-api.ts';
import { endServices } from '../support/service.ts';

// The long form, for 10,000 people and with figures, is scripts/broadcast-faults.ts.
const RECIPIENTS = 500;
/** What a killed process had on its way is taken over when its lease has passed, after 20 s. */
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

const disturbed = (workers: number, disturb: (broadcast: RunningBroadcast) => Promise<void>) =>
  broadcast({
    databaseUrl: database.url,
    cwd,
    fake,
    recipients: RECIPIENTS,
    workers,
    disturb,
  });

describe('a broadcast', () => {
  it(
    'loses nobody when its worker is killed and started again, and repeats what was on its way at most',
    async () => {
      const figures = await disturbed(1, async ({ untilSent, kill, startWorker, workers }) => {
        await untilSent(0.5);
        for (const worker of workers.slice()) await kill(worker);
        await startWorker();
      });

      expect(figures).toMatchObject({ states: { sent: RECIPIENTS }, lost: 0 });
      expect(figures.inFlight).toBeGreaterThan(0);
      expect(figures.duplicates).toBeLessThanOrEqual(figures.inFlight);
    },
    TEST_MS,
  );

  it(
    'repeats nothing when its worker is stopped in good order and started again',
    async () => {
      const figures = await disturbed(1, async ({ untilSent, stop, startWorker, workers }) => {
        await untilSent(0.3);
        for (const worker of workers.slice()) await stop(worker);
        await startWorker();
      });

      expect(figures).toMatchObject({ states: { sent: RECIPIENTS }, lost: 0, duplicates: 0 });
    },
    TEST_MS,
  );

  it(
    'is shared by two workers, and finished by one when the other is killed',
    async () => {
      const figures = await disturbed(2, async ({ untilSent, kill, workers }) => {
        await untilSent(0.4);
        for (const worker of workers.slice(0, 1)) await kill(worker);
      });

      expect(figures).toMatchObject({ states: { sent: RECIPIENTS }, lost: 0 });
      expect(figures.duplicates).toBeLessThanOrEqual(figures.inFlight);
      expect(figures.seconds).toBeLessThan(60);
    },
    TEST_MS,
  );
});
