import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Figure, Goal } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { databaseMicros } from '../harness/cpu.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY, tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';
import { AWARDS, createPoints, taskOf } from './leaderboard-data.ts';

const PEOPLE = 100_000;
/** An award begins this often, however long the others take: 72,000 an hour. */
const AWARD_EVERY_MS = 50;
const WARM_UP_AWARDS = 200;
const QUIET_AWARDS = 400;
const POLL_MS = 500;
/** Coprime to the number of people, so that each award is of another one, far from the last. */
const STEP = 7_919;

const DONE: Goal = { better: 'less', unit: 's', must: 60, stretch: 30 };

interface Sides {
  readonly run: Run;
  readonly api: ServerProcess;
  readonly quest: number;
  readonly task: number;
}

/**
 * Edits of a task that 100,000 people have, among a million other awards, while people go on earning
 * points: in an API process of its own, and another for the worker.
 */
export async function measureRecalculation(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_recalculation');
  const shared = await withClient(database, async (client) => {
    await createPoints(client, PEOPLE);
    return createSharedTask(client);
  });
  const api = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
  const worker = await startService(run, { DATABASE_URL: database, ROLE: 'worker' });
  const sides = { run, api, ...shared };
  const awards = new AwardsByTheClock(api);
  const [load = 0] = loadavg();

  // The most that a recalculation writes: everyone gets an award, and totals of a new quest.
  const first = await recalculated(sides, 10);
  await withClient(database, (client) => client.query('vacuum analyze'));
  await awards.take(WARM_UP_AWARDS);
  const quiet = await awards.take(QUIET_AWARDS);
  const edited = await recalculated(sides, 20, awards);
  await worker.stop();
  await api.stop();
  await withClient(database, (client) => checkSums(client, shared.quest, 20));
  await run.cluster.drop('bench_recalculation');

  const loads = `load average ${load.toFixed(1)} before`;
  return [
    {
      title: 'points for a task that 100,000 had done for none',
      value: first.seconds,
      goal: DONE,
      detail: `${first.cpuSeconds.toFixed(0)} s of PostgreSQL's CPU; ${loads}`,
    },
    {
      title: 'edit of a task that 100,000 have',
      value: edited.seconds,
      goal: DONE,
      detail: `${edited.cpuSeconds.toFixed(0)} s of PostgreSQL's CPU, concurrent awards included`,
    },
    {
      title: 'concurrent awards, p95',
      value: at(0.95, edited.times),
      goal: { better: 'less', unit: 'ms', must: 50, stretch: 25 },
      detail: `${edited.times.length} awards, ${timesOf(edited.times)}; without an edit ${timesOf(quiet)}`,
    },
  ];
}

/** A quest whose only task all users have done, for no points yet. */
async function createSharedTask(client: pg.Client): Promise<{ quest: number; task: number }> {
  const at = '2026-05-14T09:00:00Z';
  await client.query('set session_replication_role = replica');
  const { rows: quests } = await client.query(
    `insert into quests (slug, title, conference_id, is_active, participant_count)
     values ('everyone', 'Everyone', 1, true, $1) returning id`,
    [PEOPLE],
  );
  const { rows: tasks } = await client.query(
    `insert into quest_tasks (quest_id, title, type, config)
     values ($1, 'Everyone', 'link', '{"url":"https://a.b"}') returning id`,
    [quests[0].id],
  );
  const [quest, task] = [Number(quests[0].id), Number(tasks[0].id)];
  await client.query(
    `insert into user_quests (quest_id, user_id, status, source, started_at, completed_at, active_at)
     select $1, id, 'completed', 'self', $2::timestamptz, $2::timestamptz, now() from users`,
    [quest, at],
  );
  await client.query(
    `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions,
                                   submitted_at, decided_at)
     select $1, id, $2, 'approved', 'self', 1, $3::timestamptz, $3::timestamptz from users`,
    [task, quest, at],
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
  return { quest, task };
}

/** Edits the points and waits for the worker, with concurrent awards if given. */
async function recalculated(
  { run, api, quest, task }: Sides,
  points: number,
  awards?: AwardsByTheClock,
): Promise<{ seconds: number; cpuSeconds: number; times: number[] }> {
  const { postmaster } = run.cluster;
  const cpuBefore = await databaseMicros(postmaster);
  await asAdministrator(api, `quests/tasks/${task}`, { method: 'PUT', body: { points } });
  let isDone = false;
  const taken = awards?.takeUntil(() => isDone);
  try {
    for (;;) {
      await sleep(POLL_MS);
      const { recalculation } = await asAdministrator(api, `quests/${quest}`);
      if (recalculation?.status !== 'done') continue;
      isDone = true;
      const { requested_at, finished_at } = recalculation;
      return {
        seconds: (Date.parse(finished_at) - Date.parse(requested_at)) / 1_000,
        cpuSeconds: ((await databaseMicros(postmaster)) - cpuBefore) / 1e6,
        times: (await taken) ?? [],
      };
    }
  } finally {
    isDone = true;
    await taken;
  }
}

/** Fails unless all sums agree; the part `leaderboard` has the whole check. */
async function checkSums(client: pg.Client, quest: number, points: number): Promise<void> {
  const { rows } = await client.query(
    `select (select sum(delta) from point_ledger) as ledger, (select sum(points) from users) as users,
            (select sum(points) from point_totals where scope = 'all' and period = 'day') as days,
            (select sum(points) from point_totals
              where scope = 'quest' and scope_id = $1 and period = 'all') as quest`,
    [quest],
  );
  const [ledger, users, days, ofQuest] = ['ledger', 'users', 'days', 'quest'].map((sum) =>
    Number(rows[0][sum]),
  );
  if (users !== ledger || days !== ledger || ofQuest !== PEOPLE * points)
    throw new Error(`the sums differ: ${JSON.stringify(rows[0])}`);
}

/** The fields of the answers that are read. */
interface Answer {
  readonly recalculation: { status: string; requested_at: string; finished_at: string } | null;
}

async function asAdministrator(
  { url }: ServerProcess,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<Answer> {
  const res = await fetch(`${url}/api/v1/admin/${path}`, {
    method,
    headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = (await res.json()) as Answer;
  if (!res.ok) throw new Error(`${path}: ${res.status} ${JSON.stringify(answer)}`);
  return answer;
}

const tokenOf = tokenIssuer();

/** Awards by `POST /quests/tasks/complete`, each of another person, at a steady rate. */
class AwardsByTheClock {
  readonly #api: ServerProcess;
  #begun = 0;

  constructor(api: ServerProcess) {
    this.#api = api;
  }

  async take(count: number): Promise<number[]> {
    const last = this.#begun + count;
    return this.takeUntil(() => this.#begun >= last);
  }

  /** Returns the milliseconds that each took. */
  async takeUntil(isOver: () => boolean): Promise<number[]> {
    const times: Promise<number>[] = [];
    const started = performance.now();
    while (!isOver()) {
      times.push(this.#giveOne(this.#begun++));
      await sleep(Math.max(0, started + times.length * AWARD_EVERY_MS - performance.now()));
    }
    return Promise.all(times);
  }

  async #giveOne(k: number): Promise<number> {
    const user = 1 + ((k * STEP) % PEOPLE);
    const started = performance.now();
    const res = await fetch(`${this.#api.url}/api/v1/quests/tasks/complete`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${tokenOf(user)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ task_id: taskOf(user, AWARDS) }),
    });
    const body = await res.text();
    if (res.status !== 201) throw new Error(`award: ${res.status} ${body}`);
    return performance.now() - started;
  }
}

const at = (share: number, times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

const timesOf = (times: readonly number[]): string =>
  `p50 ${at(0.5, times).toFixed(0)}, p95 ${at(0.95, times).toFixed(0)}, longest ${Math.max(...times).toFixed(0)} ms`;
