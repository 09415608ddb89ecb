import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';
import { TokensService } from '../src/services/people/tokens.service.ts';
import { type BenchService, JWT_SECRET, startService } from './service.ts';

/**
 * 1,000 users attend one event at once, through two processes, while other users send other requests.
 *
 * Goals: each user gets an answer, none of them 5xx; the seats are exact; the 99th percentile of the
 * other requests is below 300 ms.
 */
const USERS = 1_000;
const CAPACITY = 300;
const ROUNDS = 3;
/** Below the event ids of the rounds. */
const QUIET_EVENT = 1;

interface Answer {
  readonly status: number;
  readonly startedAt: number;
  readonly ms: number;
}

const tokens = new TokensService({
  secrets: [JWT_SECRET],
  ttlSeconds: 3_600,
  adminTtlSeconds: 3_600,
  now: () => new Date(),
});
const authorization = (id: number) =>
  `Bearer ${tokens.issueForUser({ user_id: id, messenger_id: 1_000_000 + id }).token}`;

if (isMainThread) await main();
else await sendOtherRequests(workerData);

async function main(): Promise<void> {
  const env = { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'error' };
  await using first = await startService(env);
  await using second = await startService({ ...env, DATABASE_URL: first.databaseUrl });
  const processes = [first, second];
  const sql = new pg.Client(first.databaseUrl);
  await sql.connect();
  await using _ = { [Symbol.asyncDispose]: () => sql.end() };
  await sql.query(
    `insert into users (messenger_id, messenger_first_name, last_seen_at)
     select 1000000 + n, 'First ' || n, now() from generate_series(1, $1::int) n`,
    [USERS + 10],
  );
  await sql.query(
    `insert into events (slug, title, starts_at, ends_at, timezone, status, source, capacity)
     select 'e' || n, 'Event ' || n, now() + interval '1 day', now() + interval '2 days', 'UTC',
            'approved', 'admin', $2 from generate_series(1, $1::int) n`,
    [ROUNDS + 2, CAPACITY],
  );
  await sql.query('vacuum analyze');
  await round(processes, sql, QUIET_EVENT + 1);
  for (let n = 1; n <= ROUNDS; n++) {
    console.log(await round(processes, sql, QUIET_EVENT + 1 + n));
  }
}

async function round(processes: readonly BenchService[], sql: pg.Client, eventId: number) {
  const urls = processes.map(({ url }) => url);
  const worker = new Worker(new URL(import.meta.url), { workerData: urls });
  await new Promise((resolve) => worker.once('message', resolve));
  const cpu = await cpuOf(processes);
  const startedAt = Date.now();
  const answers = await Promise.all(
    Array.from({ length: USERS }, (_, n) => attend(urls[n % 2] ?? '', n + 1, eventId)),
  );
  const endedAt = Date.now();
  const cpuMs = ((await cpuOf(processes)) - cpu) / 1_000;
  const others = await new Promise<Answer[]>((resolve) => {
    worker.once('message', resolve);
    worker.postMessage('stop');
  });
  const meanwhile = others.filter(
    (other) => other.startedAt + other.ms >= startedAt && other.startedAt <= endedAt,
  );
  const { rows } = await sql.query(
    `select attendee_count, (select count(*)::int from event_attendances a
        where a.event_id = e.id and a.status = 'registered') as registered,
       (select count(*)::int from event_attendances a
        where a.event_id = e.id and a.status = 'waitlisted') as waitlisted
       from events e where id = $1`,
    [eventId],
  );
  return {
    seconds: (endedAt - startedAt) / 1_000,
    statuses: counts(answers),
    p50: percentile(answers, 50),
    p99: percentile(answers, 99),
    ...rows[0],
    cpuMs,
    others: {
      requests: meanwhile.length,
      statuses: counts(meanwhile),
      p50: percentile(meanwhile, 50),
      p99: percentile(meanwhile, 99),
      max: percentile(meanwhile, 100),
    },
  };
}

function attend(url: string, userId: number, event_id: number): Promise<Answer> {
  return timed(`${url}/api/v1/events/attend`, {
    method: 'POST',
    headers: { Authorization: authorization(userId), 'Content-Type': 'application/json' },
    body: JSON.stringify({ event_id }),
  });
}

async function timed(url: string, options: RequestInit): Promise<Answer> {
  const startedAt = Date.now();
  const res = await fetch(url, options);
  await res.arrayBuffer();
  return { status: res.status, startedAt, ms: Date.now() - startedAt };
}

/** Other requests to both processes, one at a time each, until a message arrives. */
async function sendOtherRequests(urls: readonly string[]): Promise<void> {
  const answers: Answer[] = [];
  let stopped = false;
  const loops = urls.map(async (url, index) => {
    const headers = { Authorization: authorization(USERS + 1 + index) };
    const requests = [
      () => timed(`${url}/api/v1/users/me`, { headers }),
      () => timed(`${url}/api/v1/events`, {}),
      () => timed(`${url}/api/v1/events/${QUIET_EVENT}`, { headers }),
      () => attend(url, USERS + 1 + index, QUIET_EVENT),
    ];
    for (let n = 0; !stopped; n++) {
      const request = requests[n % requests.length];
      if (request) answers.push(await request());
      if (n === 20 && index === 0) parentPort?.postMessage('ready');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  });
  parentPort?.once('message', () => {
    stopped = true;
    void Promise.all(loops).then(() => parentPort?.postMessage(answers));
  });
  await Promise.all(loops);
}

async function cpuOf(processes: readonly BenchService[]): Promise<number> {
  const all = await Promise.all(processes.map((process) => process.cpuMicros()));
  return all.reduce((sum, micros) => sum + micros, 0);
}

function counts(answers: readonly Answer[]): Record<number, number> {
  const byStatus: Record<number, number> = {};
  for (const { status } of answers) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return byStatus;
}

function percentile(answers: readonly Answer[], percent: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
