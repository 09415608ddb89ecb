import { declaredEndpoints } from '../../test/support/endpoints.ts';
import { type Call, callsOf } from '../dearest/calls.ts';
import { type Answer, ask, cpuMs, headersOf } from '../dearest/client.ts';
import { compareConferences } from '../dearest/conferences.ts';
import { createDearestData } from '../dearest/data.ts';
import { exceptionFor } from '../dearest/exceptions.ts';
import { compareSignedIn } from '../dearest/signed-in.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { WITHOUT_KEPT_ANSWERS } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

/** A request that costs more than this is printed, and fails the part unless it is an exception. */
const LIMIT_MS = 60;
/** One request is accurate to some ticks of the kernel, so nearby ones are measured again. */
const SUSPECT_MS = LIMIT_MS / 2;
const ROUNDS = 3;
const REPEATS = 3;
/** So far above the limit that ticks make no difference. */
const CERTAIN_MS = 4 * LIMIT_MS;

interface Measured {
  readonly call: Call;
  readonly ms: number;
  readonly status: number;
}

/**
 * The CPU time of every GET with its most expensive parameters over 100,000 users, and two
 * comparisons over the same data: signed-in public reads, and the people of a conference.
 * @throws Error for a GET without declared parameters, before the data are made
 */
export async function measureDearest(run: Run): Promise<Figure[]> {
  const endpoints = declaredEndpoints();
  const calls = callsOf(endpoints);
  const database = await run.cluster.create('bench_dearest');
  await withClient(database, createDearestData);
  const settings = { DATABASE_URL: database, ROLE: 'api' };
  const uncached = await startService(run, { ...settings, ...WITHOUT_KEPT_ANSWERS });
  const expensive = await overLimit(run, uncached, calls);
  const conferences = await compareConferences(run, uncached);
  await uncached.stop();
  const keeping = await startService(run, settings);
  const signedIn = await compareSignedIn(run, keeping, { endpoints, calls });
  await keeping.stop();
  await run.cluster.drop('bench_dearest');
  return [...figuresOf(run, expensive), ...signedIn, ...conferences];
}

async function overLimit(run: Run, server: ServerProcess, calls: readonly Call[]) {
  const expensive: Measured[] = [];
  for (const call of calls) {
    const first = await measured(run, server, call);
    expensive.push(...first.expensive);
    for (const paged of pagesOf(call, first.answer)) {
      expensive.push(...(await measured(run, server, paged)).expensive);
    }
    const cursor = await deepCursor(server, call, first.answer);
    if (cursor) expensive.push(...(await measured(run, server, cursor)).expensive);
  }
  return expensive;
}

/** The cost of a request, after one that may only show that the call is cheap. */
async function measured(run: Run, server: ServerProcess, call: Call) {
  const headers = headersOf(call);
  let answer: Answer = { status: 0, body: undefined };
  const once = async () => {
    answer = await ask(server, call, headers);
  };
  const firstMs = await cpuMs(run, server, once);
  const { status } = answer;
  // A statement that takes longer than its limit is a result.
  if (status !== call.answers && status !== 503) {
    run.failures.push(`${call.title} answered ${status}, not ${call.answers}: ${call.target}`);
    return { answer, expensive: [] };
  }
  const isAnswered = status === call.answers;
  if (firstMs < SUSPECT_MS && isAnswered) return { answer, expensive: [] };
  const ms = exceptionFor(call) ? firstMs : await cheapestMs(run, server, once, firstMs);
  if (ms <= LIMIT_MS && isAnswered) return { answer, expensive: [] };
  const expensive = { call, ms, status };
  print(expensive);
  return { answer, expensive: [expensive] };
}

function print({ call, ms, status }: Measured): void {
  const reason = exceptionFor(call);
  const cost = `${ms.toFixed(0).padStart(6)} ms  ${status}  ${call.title}  ${call.target}`;
  process.stderr.write(`${cost}${reason === undefined ? '' : `  (${reason})`}\n`);
}

/** The mean of the cheapest round: others work on the machine, and PostgreSQL vacuums. */
async function cheapestMs(
  run: Run,
  server: ServerProcess,
  once: () => Promise<void>,
  firstMs: number,
): Promise<number> {
  if (firstMs > CERTAIN_MS) return Math.min(firstMs, await cpuMs(run, server, once));
  const means: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    means.push((await cpuMs(run, server, () => times(REPEATS, once))) / REPEATS);
  }
  return Math.min(...means);
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n++) await work();
}

const onPage = (call: Call, page: number): Call => ({
  ...call,
  target: `${call.target}&page=${page}`,
});

/** The last page by number that the answer names. */
function pagesOf(call: Call, answer: Answer): Call[] {
  const last = answer.body?.pagination?.pages ?? 0;
  return call.hasPages && last > 1 ? [onPage(call, last)] : [];
}

/** What follows the last page but one, by cursor. */
async function deepCursor(
  server: ServerProcess,
  call: Call,
  answer: Answer,
): Promise<Call | undefined> {
  const last = answer.body?.pagination?.pages ?? 0;
  if (!call.hasCursor || last < 2) return undefined;
  const { body } = await ask(server, onPage(call, last - 1), headersOf(call));
  const cursor = body?.pagination?.next_cursor;
  return cursor ? { ...call, target: `${call.target}&cursor=${cursor}` } : undefined;
}

/** Those without an exception fail the run. */
function figuresOf(run: Run, expensive: readonly Measured[]): Figure[] {
  const figures: Figure[] = [];
  for (const { call, ms, status } of expensive) {
    if (exceptionFor(call) !== undefined) continue;
    figures.push({
      title: `\`${call.title}\``,
      value: ms,
      goal: { better: 'less', unit: 'ms', must: LIMIT_MS, stretch: LIMIT_MS },
      detail: `\`${call.target.replaceAll('|', '\\|')}\`${status === 503 ? ', 503' : ''}`,
    });
  }
  const names = new Set(figures.map(({ title }) => title));
  const text = [...names].join(', ');
  if (names.size > 0) run.failures.push(`over ${LIMIT_MS} ms and no exception: ${text}`);
  figures.unshift({
    title: `GETs over ${LIMIT_MS} ms that are no exception`,
    value: names.size,
    goal: { better: 'less', unit: 'GETs', must: 0, stretch: 0 },
    detail: 'CPU of service and PostgreSQL, 100,000 users, most expensive parameters',
  });
  return figures;
}
