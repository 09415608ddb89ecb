import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FakeBotApi } from './fake-bot-api.ts';
import { BOT_TOKEN } from './messenger.ts';
import { type Service, startService } from './service.ts';

const ADMIN_API_KEY = 'the-admin-key-of-the-broadcasts-01';

/** What became of a broadcast, by the rows of the service and by what the messenger saw. */
export interface BroadcastFigures {
  readonly recipients: number;
  /** How many recipients stand in each state, once the job is done. */
  readonly states: Readonly<Record<string, number>>;
  /** Recipients that the messenger never got a message for, though none failed. */
  readonly lost: number;
  /** Recipients that it got more than one message for. */
  readonly twice: number;
  /** How many messages were on their way when a process was killed, all kills together. */
  readonly inFlight: number;
  readonly seconds: number;
  /** The longest time in which the messenger heard nothing. */
  readonly longestGapMs: number;
  readonly mostInAnySecond: number;
}

/** A broadcast under way, in processes of its own, to be disturbed. */
export interface BroadcastUnderWay {
  readonly workers: readonly Service[];
  startWorker(): Promise<Service>;
  /** Until this share of the recipients, from 0 to 1, has been written to. */
  untilWritten(share: number): Promise<void>;
  kill(worker: Service): Promise<void>;
  /** Ends it in good order. */
  stop(worker: Service): Promise<void>;
}

interface Plan {
  readonly databaseUrl: string;
  /** A folder of its own for the processes. */
  readonly cwd: string;
  readonly fake: FakeBotApi;
  readonly recipients: number;
  readonly workers: number;
  /** What happens meanwhile. */
  readonly disturb: (broadcast: BroadcastUnderWay) => Promise<void>;
}

/**
 * Writes to so many people through the fake messenger, by an API process and workers as operators
 * run them, and tells what came of it. The processes are gone afterwards.
 */
export async function broadcast(plan: Plan): Promise<BroadcastFigures> {
  const { databaseUrl, cwd, fake, recipients } = plan;
  const sql = new pg.Client(databaseUrl);
  await sql.connect();
  const start = (role: 'api' | 'worker') => startService({ cwd, env: settings(plan, role) });
  const workers: Service[] = [];
  const inFlight = new Set<string>();
  const underWay: BroadcastUnderWay = {
    workers,
    async startWorker() {
      const worker = await start('worker');
      workers.push(worker);
      return worker;
    },
    async untilWritten(share) {
      while (new Set(fake.calls.map(({ chat_id }) => chat_id)).size < share * recipients) {
        await sleep(5);
      }
    },
    async kill({ child, ended }) {
      child.kill('SIGKILL');
      await ended;
      for (const claim of await leftOver(sql)) inFlight.add(claim);
    },
    async stop({ child, ended }) {
      child.kill('SIGTERM');
      await ended;
    },
  };

  await reachablePeople(sql, recipients);
  for (let n = 0; n < plan.workers; n += 1) await underWay.startWorker();
  const api = await start('api');
  const startedAt = performance.now();
  const jobId = await writeToEverybody(api);
  await plan.disturb(underWay);
  await untilDone(sql, jobId);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows: states } = await sql.query(
    'select status, count(*)::int as count from deliveries where job_id = $1 group by 1',
    [jobId],
  );

  for (const { child } of [api, ...workers]) child.kill('SIGTERM');
  await Promise.all([api, ...workers].map(({ ended }) => ended));
  await sql.end();
  const counts = Map.groupBy(fake.calls, ({ chat_id }) => chat_id);
  return {
    recipients,
    states: Object.fromEntries(states.map(({ status, count }) => [status, count])),
    lost: recipients - counts.size,
    twice: [...counts.values()].filter((calls) => calls.length > 1).length,
    inFlight: inFlight.size,
    seconds,
    longestGapMs: longestGap(fake.calls.map(({ at }) => at)),
    mostInAnySecond: fake.mostInAnySecond(),
  };
}

const settings = ({ databaseUrl, fake }: Plan, ROLE: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  ROLE,
  DATABASE_URL: databaseUrl,
  JWT_SECRET: 'the-jwt-secret-of-the-broadcasts-0001',
  ADMIN_API_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  MESSENGER_API_ROOT: fake.url,
  MESSENGER_RATE: '10000',
  DRAIN_DELAY: '0',
});

/** Exactly so many people, whoever was there before. */
async function reachablePeople(sql: pg.Client, count: number): Promise<void> {
  await sql.query('truncate users cascade');
  await sql.query(
    `insert into users (messenger_id, messenger_first_name, messenger_reachable, last_seen_at)
     select n, 'Person ' || n, true, now() from generate_series(1, $1::int) n`,
    [count],
  );
}

async function writeToEverybody({ url }: Service): Promise<number> {
  const res = await fetch(`${url}/api/v1/admin/notifications/bulk-send`, {
    method: 'POST',
    headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title: 'Doors open',
      body: 'Good morning, {{first_name}}!',
      channels: ['messenger'],
      audience: { all: true },
      force: true,
    }),
  });
  const job = (await res.json()) as { id: number };
  if (res.status !== 201) throw new Error(JSON.stringify(job));
  return job.id;
}

async function untilDone(sql: pg.Client, jobId: number): Promise<void> {
  for (;;) {
    const { rows } = await sql.query('select status from notification_jobs where id = $1', [jobId]);
    if (rows[0].status === 'completed') return;
    if (rows[0].status !== 'scheduled' && rows[0].status !== 'running') {
      throw new Error(`the job is ${rows[0].status}`);
    }
    await sleep(20);
  }
}

/** What killed workers had on their way: that of the living has its answer soon. */
async function leftOver(sql: pg.Client): Promise<ReadonlySet<string>> {
  const claimed = async () => {
    const { rows } = await sql.query(
      `select notification_id || ' ' || run_id as claim from deliveries where status = 'sending'`,
    );
    return new Set<string>(rows.map(({ claim }) => claim));
  };
  const before = await claimed();
  await sleep(1_000);
  const after = await claimed();
  return new Set([...before].filter((claim) => after.has(claim)));
}

const longestGap = (times: readonly number[]): number =>
  Math.round(Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at))));
