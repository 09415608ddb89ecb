import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Comparison, compare } from './compare.ts';
import { createData, insertInboxes } from './data.ts';
import type { Figure } from './goals.ts';
import { Cleanup } from './harness/cleanup.ts';
import { startCluster, withClient } from './harness/cluster.ts';
import { reserveCore } from './harness/placement.ts';
import { buildService } from './harness/service.ts';
import { isWanted, type Options, readOptions, USAGE } from './options.ts';
import { measureBusy } from './parts/busy.ts';
import { measureConsoleStream } from './parts/console-stream.ts';
import { measureDearest } from './parts/dearest.ts';
import { measureFanOut } from './parts/fan-out.ts';
import { measureGrowth } from './parts/growth.ts';
import { measureGuestImport } from './parts/import-guests.ts';
import { measureImport } from './parts/import-users.ts';
import { measureRecommendations } from './parts/recommendations.ts';
import { measureReplica } from './parts/replica.ts';
import { measureStart } from './parts/start.ts';
import { COMPARED_PATHS, READERS } from './paths.ts';
import { reportOf } from './report.ts';
import type { Run } from './run.ts';

/**
 * Measures the service against what a developer would write by hand, and against its goals. Prints
 * the results, and writes them to `bench/RESULTS.md` after a whole run.
 */
const PARTS: Readonly<Record<string, (run: Run) => Promise<Figure[]>>> = {
  start: measureStart,
  import: measureImport,
  'guest-import': measureGuestImport,
  'fan-out': measureFanOut,
  busy: measureBusy,
  recommendations: measureRecommendations,
  replica: measureReplica,
  'console-stream': measureConsoleStream,
  dearest: measureDearest,
};
/** The parts that a quick run leaves out, unless it is asked for them: they take minutes even so. */
const TOO_LONG: ReadonlySet<string> = new Set(['busy', 'dearest', 'replica']);
const NAMES = {
  paths: COMPARED_PATHS.map(({ name }) => name),
  parts: [...Object.keys(PARTS), 'growth'],
};

const options = optionsOrExit();
const cleanup = new Cleanup();
try {
  await main(options);
} catch (error) {
  // After Ctrl-C, the processes of the current part are gone.
  if (!cleanup.isInterrupted) console.error(error);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2), NAMES);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(1);
  }
}

async function main(options: Options): Promise<void> {
  const [load = 0] = loadavg();
  const run = await prepare(options);
  const comparisons = await comparePaths(run);
  const figures: Figure[] = memoryAfter(comparisons);
  for (const [name, measure] of Object.entries(PARTS)) {
    const isTooLong = options.quick && options.only.length === 0 && TOO_LONG.has(name);
    if (!isWanted(options, name) || isTooLong) continue;
    figures.push(...(await partOf(run, name, measure)));
  }
  const growth = options.growth ? await partOf(run, 'growth', measureGrowth) : [];

  const report = reportOf(
    { comparisons, figures, growth },
    {
      quick: options.quick,
      placement: run.placement.description,
      postgresVersion: run.cluster.version,
      load,
      commit: await commit(),
      date: new Date(),
    },
  );
  process.stdout.write(`\n${report}`);
  if (options.out !== undefined) await writeFile(options.out, report);
  for (const failure of run.failures) {
    console.error(failure);
    process.exitCode = 1;
  }
}

/** A path or part that fails does not lose the results of the others. */
async function partOf<T>(
  run: Run,
  name: string,
  measure: (run: Run) => Promise<T[]>,
): Promise<T[]> {
  progress(name);
  try {
    return await measure(run);
  } catch (error) {
    if (cleanup.isInterrupted) throw error;
    run.failures.push(`${name}: ${error instanceof Error ? error.stack : error}`);
    return [];
  }
}

async function prepare(options: Options): Promise<Run> {
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-bench-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  // PostgreSQL runs as another user if this process runs as root.
  await chmod(directory, 0o755);
  progress('build');
  await buildService(directory);
  const placement = await reserveCore();
  const cluster = await startCluster(directory, cleanup);
  return { options, cleanup, cluster, placement, directory, failures: [] };
}

async function comparePaths(run: Run): Promise<Comparison[]> {
  const wanted = COMPARED_PATHS.filter(({ name }) => isWanted(run.options, name));
  if (wanted.length === 0) return [];
  progress('data');
  const database = await run.cluster.create('bench_paths');
  await withClient(database, async (client) => {
    await createData(client);
    await insertInboxes(client, READERS);
    await client.query('vacuum analyze notifications');
  });
  const comparisons: Comparison[] = [];
  for (const wantedPath of wanted) {
    const measure = async () => [await compare(wantedPath, run, database)];
    comparisons.push(...(await partOf(run, wantedPath.name, measure)));
  }
  await run.cluster.drop('bench_paths');
  return comparisons;
}

/** The memory of the service that took the most, after the load of its path. */
function memoryAfter(comparisons: readonly Comparison[]): Figure[] {
  const [most] = comparisons.toSorted((one, other) => other.residentBytes - one.residentBytes);
  if (!most) return [];
  return [
    {
      title: 'memory after the load of a path',
      value: most.residentBytes / 1_000_000,
      goal: { better: 'less', unit: 'MB', must: 250, stretch: 200 },
      detail: `the most of ${comparisons.length} paths: ${most.path.name}`,
    },
  ];
}

/** On standard error, so that standard output has the tables only. */
function progress(what: string): void {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${what}\n`);
}

/** The measured commit, and whether files differ from it. */
async function commit(): Promise<string> {
  const git = promisify(execFile);
  const described = git('git', ['describe', '--always', '--dirty', '--exclude=*']);
  return described.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
}
