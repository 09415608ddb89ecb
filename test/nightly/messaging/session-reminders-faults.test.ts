import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { aConference, anEvent, people } from '../../support/factories.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { endServices, type Service, startService } from '../../support/service.ts';
import { from, giveSeats, minuteIn } from '../../support/session-reminders.ts';
import { shiftedClock } from '../../support/shifted-clock.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const USERS = 300;

let database: TestDatabase;
let cwd: string;

beforeAll(async () => {
  database = await createDatabase();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-reminders-'));
  await chmod(cwd, 0o755);
});
afterEach(() => endServices());
afterAll(async () => {
  await rm(cwd, { recursive: true });
  await database.drop();
});

/** A worker whose clock goes wrong once it has started. */
async function startWorker(fake: FakeBotApi, laterMs: number): Promise<Service> {
  const worker = await startService({
    cwd,
    node: shiftedClock({ laterMs }),
    env: {
      NODE_ENV: 'production',
      ROLE: 'worker',
      DATABASE_URL: database.url,
      JWT_SECRET: 'the-jwt-secret-of-the-reminders-001',
      ADMIN_API_KEY: 'the-admin-key-of-the-reminders-0001',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      MESSENGER_API_ROOT: fake.url,
      MESSENGER_RATE: '10000',
      DRAIN_DELAY: '0',
    },
  });
  worker.child.kill('SIGUSR2');
  return worker;
}

/** Kills a worker, and returns how many of its messages had no answer. The next one takes them at once. */
async function kill({ child, ended }: Service, db: Knex): Promise<number> {
  child.kill('SIGKILL');
  await ended;
  const inFlight = await db('deliveries')
    .where({ status: 'sending' })
    .update({ leased_until: db.fn.now() });
  await db('messenger_chats').update({ free_at: db.fn.now() });
  await db('bot_messages').whereNotNull('leased_until').update({ leased_until: db.fn.now() });
  return inFlight;
}

it('reaches every user once although a worker is killed and clocks are two hours off', async () => {
  await using db = openPool(database.url);
  await using fake = await FakeBotApi.start({ latencyMs: 250 });
  const users = await people(db, USERS, { messenger_reachable: true });
  const { id: conference_id } = await aConference(db);
  for (const minutes of [4, 124])
    await giveSeats(
      db,
      users,
      await anEvent(db, { conference_id, ...from(await minuteIn(db, minutes)) }),
    );

  const inFlight = await startWorker(fake, 2 * HOUR_MS).then(async (worker) => {
    await until(() => fake.calls.length >= USERS / 4);
    return kill(worker, db);
  });
  await startWorker(fake, -2 * HOUR_MS);
  await until(async () => (await db('deliveries').whereNot({ status: 'sent' })).length === 0);

  const reached = new Set(fake.calls.map(({ chat_id }) => chat_id));
  expect(reached.size).toBe(USERS);
  expect(inFlight).toBeGreaterThan(0);
  expect(fake.calls.length - USERS).toBeLessThanOrEqual(inFlight);
  // Of the later event, nobody has been reminded two hours early.
  expect(await db('session_reminders').count('*')).toEqual([{ count: USERS }]);
  expect(await db('notifications').count('*')).toEqual([{ count: USERS }]);
}, 120_000);
