import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type pg from 'pg';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const USERS = 1_000;
const CAPACITY = 300;
/** Below the event ids of the rounds. */
const QUIET_EVENT = 1;

export interface Answer {
  readonly status: number;
  readonly startedAt: number;
  readonly ms: number;
}

const tokenOf = tokenIssuer();
const authorization = (id: number) => `Bearer ${tokenOf(id)}`;

if (!isMainThread) await sendOtherRequests(workerData);

/**
 * 1,000 users attend one event with 300 seats at once, through two processes, while other users send
 * other requests. Fails if the seats are not exact.
 */
export async function measureCrowd(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_crowd');
  const settings = { DATABASE_URL: database };
  const processes = [await startService(run, settings), await startService(run, settings)];
  const count = run.options.quick ? 2 : 5;
  const rounds = await withClient(database, async (client) => {
    await createData(client, count);
    await round(processes, client, QUIET_EVENT + 1);
    const measured: Round[] = [];
    for (let n = 1; n <= count; n++) {
      measured.push(await round(processes, client, QUIET_EVENT + 1 + n));
    }
    return measured;
  });
  for (const { stop } of processes) await stop();
  await run.cluster.drop('bench_crowd');

  const seconds = median(rounds.map((measured) => measured.seconds)).toFixed(1);
  const slowest = Math.max(...rounds.map(({ others }) => percentile(others, 100)));
  return [
    {
      title: '1,000 users attend one event at once, answers with 5xx',
      value: median(rounds.map(({ answers }) => answers.filter(isFailure).length)),
      goal: { better: 'less', unit: 'answers', must: 0, stretch: 0 },
      detail: `median of ${count}, ${seconds} s for all; a 503 names when to retry`,
    },
    {
      title: 'other requests at the same time, 99th percentile',
      value: median(rounds.map(({ others }) => percentile(others, 99))),
      goal: { better: 'less', unit: 'ms', must: 300, stretch: 100 },
      detail: `slowest ${slowest} ms, ${rounds.flatMap(({ others }) => others.filter(isFailure)).length} with 5xx`,
    },
  ];
}

/** The users of a crowd, two others, and an event for each round. */
export async function createData(client: pg.Client, rounds: number): Promise<void> {
  await client.query(
    `insert into users (messenger_id, messenger_first_name, last_seen_at)
     select 1000000 + n, 'First ' || n, now() from generate_series(1, $1::int) n`,
    [USERS + 10],
  );
  await client.query(
    `insert into events (slug, title, starts_at, ends_at, timezone, status, source, capacity)
     select 'e' || n, 'Event ' || n, now() + interval '1 day', now() + interval '2 days', 'UTC',
            'approved', 'admin', $2 from generate_series(1, $1::int) n`,
    [rounds + 2, CAPACITY],
  );
  await client.query('vacuum analyze');
}

export interface Round {
  readonly seconds: number;
  readonly answers: readonly Answer[];
  readonly others: readonly Answer[];
}

async function round(
  processes: readonly ServerProcess[],
  client: pg.Client,
  eventId: number,
): Promise<Round> {
  const urls = processes.map(({ url }) => url);
  const measured = await besideOthers(urls, () =>
    Promise.all(Array.from({ length: USERS }, (_, n) => attend(urls[n % 2] ?? '', n + 1, eventId))),
  );
  const created = measured.answers.filter(({ status }) => status === 201).length;
  await checkSeats(client, eventId, created);
  return measured;
}

/** Sends the requests of `work` while a thread of its own sends those of other users. */
export async function besideOthers(
  urls: readonly string[],
  work: () => Promise<readonly Answer[]>,
): Promise<Round> {
  const worker = new Worker(new URL(import.meta.url), { workerData: urls });
  await new Promise((resolve) => worker.once('message', resolve));
  const startedAt = Date.now();
  const answers = await work();
  const endedAt = Date.now();
  const others = await new Promise<Answer[]>((resolve) => {
    worker.once('message', resolve);
    worker.postMessage('stop');
  });
  return {
    seconds: (endedAt - startedAt) / 1_000,
    answers,
    others: others.filter(
      (other) => other.startedAt + other.ms >= startedAt && other.startedAt <= endedAt,
    ),
  };
}

async function checkSeats(client: pg.Client, eventId: number, created: number): Promise<void> {
  const { rows } = await client.query<{ seated: number; counted: number; all: number }>(
    `select e.attendee_count as counted, count(*)::int as all,
            count(*) filter (where a.status = 'registered')::int as seated
       from events e join event_attendances a on a.event_id = e.id
      where e.id = $1 group by e.id`,
    [eventId],
  );
  const [found] = rows;
  const seats = Math.min(CAPACITY, created);
  if (found?.seated !== seats || found.counted !== seats || found.all !== created) {
    throw new Error(`expected ${seats} seats of ${created}, found ${JSON.stringify(found)}`);
  }
}

export const isFailure = ({ status }: Answer): boolean => status >= 500;

function attend(url: string, userId: number, event_id: number): Promise<Answer> {
  return timed(`${url}/api/v1/events/attend`, {
    method: 'POST',
    headers: { Authorization: authorization(userId), 'Content-Type': 'application/json' },
    body: JSON.stringify({ event_id }),
  });
}

export async function timed(url: string, options: RequestInit): Promise<Answer> {
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

export function percentile(answers: readonly Answer[], percent: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
