import { loadavg } from 'node:os';
import knex from 'knex';
import { RANKING } from '../../src/repositories/networking/recommendations.sql.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { databaseMicros } from '../harness/cpu.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { tokenIssuer } from '../harness/service.ts';
import {
  createRecommendationData,
  LARGEST_CONFERENCE,
  MOST_CONNECTED,
} from '../recommendation-data.ts';
import { type Run, startService } from '../run.ts';

const TOP = 20;
const CALLERS = 300;
const COMPARED = 30;
const WARM_UP = 40;
const SOMEONE = 2;
const tokenFor = tokenIssuer();

interface Answer {
  readonly data: readonly { readonly id: number; readonly score: number }[];
}

/** Random callers, the same in each run. */
const callers = (people: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => 2 + ((n * 7_919 + 4_241) % (people - 1)));

/**
 * New recommendations of random callers, of the one with the most connections, and with the largest
 * conference, one request at a time; those asked for again; and how near they come to an exhaustive
 * ranking.
 */
export async function measureRecommendations(run: Run): Promise<Figure[]> {
  const count = run.options.quick ? CALLERS / 5 : CALLERS;
  // A quick run has a fifth of the rows: most of its time would be their creation.
  const scale = run.options.quick ? 0.2 : 1;
  const small = await startOn(run, 'bench_tenth', scale / 10);
  const large = await startOn(run, 'bench_recommended', scale);
  const tenth = await timesOf({ run, ...small }, { callers: callers(small.people, count) });
  const random = await timesOf({ run, ...large }, { callers: callers(large.people, count) });
  const again = await timesOf(
    { run, ...large },
    { callers: callers(large.people, count), isAgain: true },
  );
  const figures = [
    figureOf('random callers', random),
    figureOf(
      'the most connected caller',
      await timesOf({ run, ...large }, { callers: Array(count / 5).fill(MOST_CONNECTED) }),
    ),
    figureOf(
      'the largest conference',
      await timesOf(
        { run, ...large },
        {
          callers: callers(large.people, count),
          query: `&conference_id=${LARGEST_CONFERENCE}`,
        },
      ),
    ),
    {
      title: 'recommendations asked for again within a minute, CPU of service and PostgreSQL',
      value: again.serviceMs + again.databaseMs,
      goal: { better: 'less', unit: 'ms', must: 1.5, stretch: 1 },
      detail: `${again.serviceMs.toFixed(1)} and ${again.databaseMs.toFixed(1)} ms a request; at first ${random.serviceMs.toFixed(1)} and ${random.databaseMs.toFixed(1)} ms`,
    } as const,
    {
      title: 'recommendations, score of the best 20 to that of an exhaustive ranking',
      value: await scoreMass(large),
      goal: { better: 'more', unit: '×', must: 0.9, stretch: 0.97 },
      detail: `median of ${COMPARED} callers`,
    } as const,
    {
      title: 'recommendations, ten times the rows',
      value: random.p50 / tenth.p50,
      goal: { better: 'less', unit: '×', must: 1.5, stretch: 1.5 },
      detail: `p50 ${tenth.p50.toFixed(1)} and ${random.p50.toFixed(1)} ms`,
    } as const,
  ];
  await small.service.stop();
  await large.service.stop();
  for (const name of ['bench_tenth', 'bench_recommended']) await run.cluster.drop(name);
  return figures;
}

interface Measured {
  readonly database: string;
  readonly service: ServerProcess;
  readonly people: number;
}

async function startOn(run: Run, name: string, scale: number): Promise<Measured> {
  const database = await run.cluster.create(name);
  const people = await withClient(database, (client) => createRecommendationData(client, scale));
  const service = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
  return { database, service, people };
}

interface Times {
  readonly p50: number;
  readonly p95: number;
  /** The CPU time per request, in milliseconds. */
  readonly serviceMs: number;
  readonly databaseMs: number;
  readonly load: number;
}

interface Asked {
  readonly callers: readonly number[];
  readonly query?: string;
  /** Measures answers whose ranking is kept, instead of new ones. */
  readonly isAgain?: true;
}

async function timesOf(
  { run, service }: Measured & { readonly run: Run },
  { callers: ids, query = '', isAgain }: Asked,
): Promise<Times> {
  for (const id of isAgain ? ids : ids.slice(0, WARM_UP)) await recommendedTo(service, id, query);
  const before = [await service.cpuMicros(), await databaseMicros(run.cluster.postmaster)] as const;
  const times: number[] = [];
  for (const id of ids) {
    if (!isAgain) await forgetRankings(service, id);
    const started = performance.now();
    await recommendedTo(service, id, query);
    times.push(performance.now() - started);
  }
  const after = [await service.cpuMicros(), await databaseMicros(run.cluster.postmaster)] as const;
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
  return {
    p50: median(times),
    p95,
    serviceMs: (after[0] - before[0]) / 1_000 / ids.length,
    databaseMs: (after[1] - before[1]) / 1_000 / ids.length,
    load: loadavg()[0] ?? 0,
  };
}

const figureOf = (of: string, { p50, p95, databaseMs, load }: Times): Figure => ({
  title: `recommendations, p95 of ${of}`,
  value: p95,
  goal: { better: 'less', unit: 'ms', must: 50, stretch: 30 },
  detail: `p50 ${p50.toFixed(1)} ms, CPU of PostgreSQL ${databaseMs.toFixed(1)} ms a request, load ${load.toFixed(1)}`,
});

async function recommendedTo({ url }: ServerProcess, id: number, query = ''): Promise<Answer> {
  const res = await fetch(`${url}/api/v1/users/recommended?limit=${TOP}${query}`, {
    headers: { Authorization: `Bearer ${tokenFor(id)}` },
  });
  if (!res.ok) throw new Error(`recommendations: ${res.status} ${await res.text()}`);
  return (await res.json()) as Answer;
}

/** Undoing a dismissal, also one that never was, drops the rankings that the process keeps for the caller. */
async function forgetRankings({ url }: ServerProcess, id: number): Promise<void> {
  const other = id === SOMEONE ? id + 1 : SOMEONE;
  const res = await fetch(`${url}/api/v1/users/recommended/${other}/dismiss`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${tokenFor(id)}` },
  });
  if (!res.ok) throw new Error(`dismissal: ${res.status} ${await res.text()}`);
  await res.arrayBuffer();
}

/** The median of the callers' ratios between the sum of the scores found and that of the best ones. */
async function scoreMass({ database, service, people }: Measured): Promise<number> {
  const ratios = await withClient(database, async (client) => {
    const found: number[] = [];
    for (const id of callers(people, COMPARED)) {
      const best = await client.query<{ score: number }>(...exhaustive(id));
      const { data } = await recommendedTo(service, id);
      found.push(sumOf(data) / sumOf(best.rows.slice(0, TOP)));
    }
    return found;
  });
  return median(ratios);
}

const sumOf = (rows: readonly { readonly score: number }[]): number =>
  rows.reduce((sum, { score }) => sum + score, 0);

/** The statement of the service with all users as candidates. */
function exhaustive(userId: number): [sql: string, values: unknown[]] {
  const all = RANKING.replace('order by u.id desc limit 50', '');
  if (all === RANKING) throw new Error('the statement has no limit of its newest users');
  const { sql, bindings } = knex({ client: 'pg' })
    .raw(all, {
      userId,
      conferenceId: null,
      now: new Date().toISOString(),
      max: 1_000_000,
      hidden: [],
    })
    .toSQL()
    .toNative();
  return [sql, [...bindings]];
}
