import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RecallStats } from '../../src/domain/messaging/broadcast-recalls.ts';
import type { BroadcastStats } from '../../src/domain/messaging/broadcast-stats.ts';
import type { FakeBotApi } from './fake-bot-api.ts';
import { BOT_TOKEN } from './messenger.ts';
import { type Service, startService } from './service.ts';

const ADMIN_API_KEY = 'the-admin-key-of-the-broadcasts-01';

/** The outcome of a broadcast, from the database and from the messenger's side. */
export interface BroadcastResult {
  readonly recipients: number;
  /** The number of recipients by delivery status after completion. */
  readonly states: Readonly<Record<string, number>>;
  /** Recipients for whom the messenger got no message. */
  readonly lost: number;
  /** Recipients for whom the messenger got more than one message. */
  readonly duplicates: number;
  /** Messages in flight in killed processes at the time of the kills. */
  readonly inFlight: number;
  readonly seconds: number;
  /** The longest time between two messages. */
  readonly longestGapMs: number;
  readonly mostInAnySecond: number;
  /** The chats in which a message of the bot stands at the end. */
  readonly standing: readonly number[];
  /** The statistics at the end. */
  readonly stats: BroadcastStats & Partial<RecallStats>;
  /** The chats of the recipients whose message cannot be recalled, as the API names them. */
  readonly unrecalled: readonly number[];
}

/** A running broadcast, in processes of its own, for a test to disturb. */
export interface RunningBroadcast {
  readonly workers: readonly Service[];
  startWorker(): Promise<Service>;
  /** Waits until the messenger got messages for this share of the recipients, from 0 to 1. */
  untilSent(share: number): Promise<void>;
  /** Waits until the answers to this share of the messages are recorded. */
  untilRecorded(share: number): Promise<void>;
  kill(worker: Service): Promise<void>;
  recall(): Promise<void>;
  /** Stops a worker gracefully. */
  stop(worker: Service): Promise<void>;
}

interface Plan {
  readonly databaseUrl: string;
  /** The address at which the processes reach the database, if another. */
  readonly serviceDatabaseUrl?: string;
  /** The working directory of the processes. */
  readonly cwd: string;
  readonly fake: FakeBotApi;
  readonly recipients: number;
  readonly workers: number;
  /** Messages per second; by default no limit that matters. */
  readonly rate?: number;
  /** Expires the leases of a killed worker after the kill; else they expire after 20 s. */
  readonly expireLeases?: boolean;
  readonly disturb: (broadcast: RunningBroadcast) => Promise<void>;
}

/**
 * Sends a broadcast through the fake messenger, with an API process and workers as operators run
 * them. Stops all processes before it returns.
 */
export async function broadcast(plan: Plan): Promise<BroadcastResult> {
  const { databaseUrl, cwd, fake, recipients } = plan;
  const sql = new pg.Client(databaseUrl);
  await sql.connect();
  const start = (role: 'api' | 'worker') => startService({ cwd, env: settings(plan, role) });
  const workers: Service[] = [];
  const inFlight = new Set<string>();
  const running: RunningBroadcast = {
    workers,
    async startWorker() {
      const worker = await start('worker');
      workers.push(worker);
      return worker;
    },
    async untilSent(share) {
      while (new Set(fake.calls.map(({ chat_id }) => chat_id)).size < share * recipients) {
        await sleep(5);
      }
    },
    async untilRecorded(share) {
      const recorded = async () => {
        const { rows } = await sql.query<{ count: number }>(
          `select count(*)::int as count from deliveries where status = 'sent'`,
        );
        return rows[0]?.count ?? 0;
      };
      while ((await recorded()) < share * recipients) await sleep(5);
    },
    async kill({ child, ended }) {
      child.kill('SIGKILL');
      await ended;
      const claims = await abandonedClaims(sql, workers.some(isRunning));
      for (const { claim } of claims) inFlight.add(claim);
      if (plan.expireLeases) await expireLeases(sql, claims);
      if (plan.expireLeases && !workers.some(isRunning)) await expireEdits(sql);
    },
    async recall() {
      await call(api, `/jobs/${jobId}/recall`, { method: 'POST' });
    },
    async stop({ child, ended }) {
      child.kill('SIGTERM');
      await ended;
    },
  };

  await insertReachableUsers(sql, recipients);
  const starts = Array.from({ length: plan.workers }, () => running.startWorker());
  const [api] = await Promise.all([start('api'), ...starts]);
  const startedAt = performance.now();
  const jobId = await sendToAll(api);
  await plan.disturb(running);
  await untilEnded(sql, jobId);
  const stats = await call<BroadcastResult['stats']>(api, `/jobs/${jobId}/stats`);
  const unrecalled = await unrecalledOf(sql, api, jobId);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows: states } = await sql.query(
    'select status, count(*)::int as count from deliveries where job_id = $1 group by 1',
    [jobId],
  );

  for (const { child } of [api, ...workers]) child.kill('SIGTERM');
  await Promise.all([api, ...workers].map(({ ended }) => ended));
  await sql.end();
  const calls = Map.groupBy(fake.calls, ({ chat_id }) => chat_id);
  return {
    recipients,
    states: Object.fromEntries(states.map(({ status, count }) => [status, count])),
    lost: recipients - calls.size,
    duplicates: [...calls.values()].filter((ofOne) => ofOne.length > 1).length,
    inFlight: inFlight.size,
    seconds,
    longestGapMs: longestGap(fake.calls.map(({ at }) => at)),
    mostInAnySecond: fake.mostInAnySecond(),
    standing: fake.sandbox.chats.ids.filter((id) => fake.sandbox.chat(id).length > 0),
    stats,
    unrecalled,
  };
}

const settings = (
  { databaseUrl, serviceDatabaseUrl, fake, rate = 10_000 }: Plan,
  ROLE: string,
): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  ROLE,
  DATABASE_URL: serviceDatabaseUrl ?? databaseUrl,
  JWT_SECRET: 'the-jwt-secret-of-the-broadcasts-0001',
  ADMIN_API_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  MESSENGER_API_ROOT: fake.url,
  MESSENGER_RATE: `${rate}`,
  DRAIN_DELAY: '0',
});

/** Replaces all users. */
async function insertReachableUsers(sql: pg.Client, count: number): Promise<void> {
  await sql.query('truncate users cascade');
  await sql.query(
    `insert into users (messenger_id, messenger_first_name, messenger_reachable, last_seen_at)
     select n, 'Person ' || n, true, now() from generate_series(1, $1::int) n`,
    [count],
  );
}

/** Calls the API of notifications as an administrator. */
async function call<Answer>({ url }: Service, path: string, given: RequestInit = {}) {
  const headers = { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' };
  const res = await fetch(`${url}/api/v1/admin/notifications${path}`, { ...given, headers });
  const body = (await res.json()) as Answer;
  if (!res.ok) throw new Error(JSON.stringify(body));
  return body;
}

async function sendToAll(api: Service): Promise<number> {
  const { id } = await call<{ id: number }>(api, '/bulk-send', {
    method: 'POST',
    body: JSON.stringify({
      title: 'Doors open',
      body: 'Good morning, {{first_name}}!',
      channels: ['messenger'],
      audience: { all: true },
      force: true,
    }),
  });
  return id;
}

/** The chats of those whom `recall=failed` names. */
async function unrecalledOf(sql: pg.Client, api: Service, jobId: number): Promise<number[]> {
  const path = `/jobs/${jobId}/deliveries?recall=failed&limit=100`;
  const { data } = await call<{ data: { user: { id: number } }[] }>(api, path);
  const { rows } = await sql.query<{ messenger_id: string }>(
    'select messenger_id from users where id = any($1::bigint[])',
    [data.map(({ user }) => user.id)],
  );
  return rows.map(({ messenger_id }) => Number(messenger_id));
}

/** The messages of a job of which no attempt and no change is waited for. */
const UNSETTLED = `
  select exists (select from deliveries where job_id = $1 and status in ('queued', 'sending'))
      or exists (select from changed_subjects)
      or exists (select from bot_messages where state = 'standing'
                    and (edit_due_at is not null or run_id is not null)) as unsettled`;

async function untilEnded(sql: pg.Client, jobId: number): Promise<void> {
  for (;;) {
    const { rows } = await sql.query(
      'select status, recalled_at from notification_jobs where id = $1',
      [jobId],
    );
    if (rows[0].recalled_at !== null) {
      const { rows: states } = await sql.query<{ unsettled: boolean }>(UNSETTLED, [jobId]);
      if (!states[0]?.unsettled) return;
      await sleep(20);
      continue;
    }
    if (rows[0].status === 'completed') return;
    if (rows[0].status !== 'scheduled' && rows[0].status !== 'running') {
      throw new Error(`the job is ${rows[0].status}`);
    }
    await sleep(20);
  }
}

interface Claim {
  readonly notification_id: number;
  readonly run_id: string;
  readonly claim: string;
}

/**
 * The claims of killed workers. While other workers run, age separates theirs: a
 * message of a running worker gets its answer within a second.
 */
async function abandonedClaims(sql: pg.Client, areOthersRunning: boolean): Promise<Claim[]> {
  const claimed = async () => {
    const { rows } = await sql.query<Claim>(
      `select notification_id, run_id, notification_id || ' ' || run_id as claim
         from deliveries where status = 'sending'`,
    );
    return rows;
  };
  const before = await claimed();
  if (!areOthersRunning) return before;
  await sleep(1_000);
  const after = new Set((await claimed()).map(({ claim }) => claim));
  return before.filter(({ claim }) => after.has(claim));
}

async function expireLeases(sql: pg.Client, claims: readonly Claim[]): Promise<void> {
  await sql.query(
    `update deliveries d set leased_until = now()
       from unnest($1::bigint[], $2::uuid[]) as c (notification_id, run_id)
      where d.notification_id = c.notification_id and d.run_id = c.run_id`,
    [claims.map(({ notification_id }) => notification_id), claims.map(({ run_id }) => run_id)],
  );
  // The calls in flight keep their chats as long.
  await sql.query(
    `update messenger_chats set free_at = now()
      where free_at > now() + interval '1 second' and chat_id in (
        select u.messenger_id from deliveries d join users u on u.id = d.user_id
         where d.notification_id = any($1::bigint[]))`,
    [claims.map(({ notification_id }) => notification_id)],
  );
}

/** Expires the leases of the edits of killed workers, while no worker runs. */
async function expireEdits(sql: pg.Client): Promise<void> {
  await sql.query('update bot_messages set leased_until = now() where leased_until > now()');
  await sql.query(`update messenger_chats set free_at = now() where free_at > now()`);
}

const isRunning = ({ child }: Service): boolean =>
  child.exitCode === null && child.signalCode === null;

const longestGap = (times: readonly number[]): number =>
  Math.round(Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at))));
