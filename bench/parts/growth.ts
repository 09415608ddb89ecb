import { createData } from '../data.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY, WITHOUT_KEPT_ANSWERS } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const FACTOR = 10;
const PAGE = 10;
const WARM_UP = 5;
const REQUESTS = 41;
/** Slow lists get fewer requests, at least one. */
const LONGEST_MS = 8_000;
const ADMIN = { 'X-API-Key': ADMIN_API_KEY };

interface List {
  readonly title: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasCursor: boolean;
}

const list = (path: string, { headers = {}, hasCursor = true } = {}): List => ({
  title: `\`${path}\``,
  path: `/api/v1${path}${path.includes('?') ? '&' : '?'}limit=20`,
  headers,
  hasCursor,
});

const LISTS: readonly List[] = [
  list('/events', { hasCursor: false }),
  list('/users'),
  list('/users?conference_id=1'),
  list('/conferences/1/attendees'),
  list('/events/1/attendees'),
  list('/admin/users', { headers: ADMIN }),
  list('/admin/events', { headers: ADMIN, hasCursor: false }),
  list('/admin/conferences/1/attendees', { headers: ADMIN }),
];

/** The database did not answer within the service's timeout. */
class NoAnswerError extends Error {}

interface Servers {
  readonly small: ServerProcess;
  readonly large: ServerProcess;
}

/** Compares the latency of lists with that over ten times the rows: one request at a time, in turn. */
export async function measureGrowth(run: Run): Promise<Figure[]> {
  const servers: Servers = {
    small: await startOn(run, 'bench_small', 1),
    large: await startOn(run, 'bench_large', FACTOR),
  };
  const figures: Figure[] = [];
  for (const measured of LISTS) {
    figures.push(await figureOf(servers, measured, { kind: 'first page', query: '' }));
    const page = `&page=${PAGE}`;
    figures.push(await figureOf(servers, measured, { kind: `page ${PAGE}`, query: page }));
    if (measured.hasCursor) {
      figures.push(await figureOf(servers, measured, { kind: 'page by cursor', query: undefined }));
    }
  }
  await servers.small.stop();
  await servers.large.stop();
  for (const name of ['bench_small', 'bench_large']) await run.cluster.drop(name);
  return figures;
}

async function startOn(run: Run, name: string, scale: number): Promise<ServerProcess> {
  const database = await run.cluster.create(name);
  await withClient(database, (client) => createData(client, scale));
  return startService(run, { DATABASE_URL: database, ROLE: 'api', ...WITHOUT_KEPT_ANSWERS });
}

/** An undefined `query` is a page by the cursor of the page before. */
async function figureOf(
  { small, large }: Servers,
  measured: List,
  { kind, query }: { kind: string; query: string | undefined },
): Promise<Figure> {
  const about = {
    title: `${measured.title}, ${kind}`,
    goal: { better: 'less', unit: '×', must: 1.5, stretch: 1.5 },
  } as const;
  const times = { small: [] as number[], large: [] as number[] };
  const deadline = performance.now() + LONGEST_MS;
  try {
    const suffixes = {
      small: query ?? `&cursor=${await cursorOf(small, measured)}`,
      large: query ?? `&cursor=${await cursorOf(large, measured)}`,
    };
    for (let n = 0; n < WARM_UP + REQUESTS; n++) {
      const smallMs = await timed(small, measured, suffixes.small);
      const largeMs = await timed(large, measured, suffixes.large);
      const isLate = performance.now() > deadline;
      if (n < WARM_UP && !isLate) continue;
      times.small.push(smallMs);
      times.large.push(largeMs);
      if (isLate) break;
    }
  } catch (error) {
    // A list that times out is a result, and the other lists are measured too.
    if (!(error instanceof NoAnswerError)) throw error;
    return { ...about, value: Number.POSITIVE_INFINITY, detail: error.message };
  }
  const [smallMs, largeMs] = [median(times.small), median(times.large)];
  return {
    ...about,
    value: largeMs / smallMs,
    detail: `${smallMs.toFixed(1)} ms, ${largeMs.toFixed(1)} ms with ten times the rows`,
  };
}

/** The cursor of a page that more pages follow. */
async function cursorOf(server: ServerProcess, measured: List): Promise<string> {
  const answer = (await answerOf(server, measured, `&page=${PAGE - 1}`)) as {
    pagination: { next_cursor: string };
  };
  return answer.pagination.next_cursor;
}

async function timed(server: ServerProcess, measured: List, suffix: string): Promise<number> {
  const started = performance.now();
  await answerOf(server, measured, suffix);
  return performance.now() - started;
}

async function answerOf({ url }: ServerProcess, { path, headers }: List, suffix: string) {
  const res = await fetch(`${url}${path}${suffix}`, { headers });
  const answer: unknown = await res.json();
  if (res.status === 503)
    throw new NoAnswerError('503, a query takes longer than the statement timeout');
  if (!res.ok) throw new Error(`${path}: ${res.status} ${JSON.stringify(answer)}`);
  return answer;
}
