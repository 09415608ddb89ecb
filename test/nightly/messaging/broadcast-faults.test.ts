import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broadcast, type RunningBroadcast } from '../../support/broadcasts.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { endServices } from '../../support/service.ts';

// `npm run faults -- 01 02 03` runs the same for 10,000 recipients, with leases of full length.
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

  it(
    'that is recalled while it is sent, and whose workers are killed, is counted and named where it stands',
    async () => {
      let calls = 0;
      const result = await broadcast({
        databaseUrl: database.url,
        cwd,
        fake,
        recipients: 60,
        workers: 1,
        rate: 30,
        expireLeases: true,
        async disturb({ untilSent, untilRecorded, kill, recall, startWorker, workers }) {
          // On a slow machine all messages could be in flight at the kill, and none be recalled.
          await untilRecorded(0.2);
          await untilSent(0.3);
          for (const worker of workers.slice()) await kill(worker);
          await startWorker();
          await untilSent(0.6);
          await recall();
          for (const worker of workers.slice(1)) await kill(worker);
          calls = fake.calls.length;
          await startWorker();
        },
      });

      const { recalled = 0, recall_failed = 0 } = result.stats;
      expect(result.stats).toMatchObject({ recall_pending: 0, queued: 0 });
      // Each recipient to whom a message was sent is recalled or named, and so is one whose worker was
      // killed between the claim and the call, which the service cannot tell from a lost answer.
      const unsent = recalled + recall_failed - (result.recipients - result.lost);
      expect(unsent).toBeGreaterThanOrEqual(0);
      expect(unsent).toBeLessThanOrEqual(result.inFlight);
      expect(recalled).toBeGreaterThan(0);
      expect(recall_failed).toBeLessThanOrEqual(result.inFlight);
      expect(result.unrecalled).toHaveLength(recall_failed);
      expect(result.standing.filter((chat) => !result.unrecalled.includes(chat))).toEqual([]);
      expect(fake.calls).toHaveLength(calls);
    },
    TEST_MS,
  );
});
