import type { Cleanup } from './harness/cleanup.ts';
import type { Cluster } from './harness/cluster.ts';
import type { Placement } from './harness/placement.ts';
import {
  type ServerCommand,
  type ServerProcess,
  startServerProcess,
} from './harness/server-process.ts';
import { HEAP, serviceCommand } from './harness/service.ts';
import type { Options } from './options.ts';

/** What every part of a run needs. */
export interface Run {
  readonly options: Options;
  readonly cleanup: Cleanup;
  readonly cluster: Cluster;
  readonly placement: Placement;
  /** The built service, and files of this run. */
  readonly directory: string;
  /** Sentences that make the run fail once its results are printed. */
  readonly failures: string[];
}

export const startService = (run: Run, settings: NodeJS.ProcessEnv): Promise<ServerProcess> =>
  startPinned(run, serviceCommand(run.directory, settings));

export const startBare = (run: Run, databaseUrl: string): Promise<ServerProcess> =>
  startPinned(run, {
    command: [process.execPath, ...HEAP, 'bench/bare.ts'],
    cwd: process.cwd(),
    env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  });

/** As `startService`, on all cores. */
export const startServiceAnywhere = (
  { placement, cleanup, directory }: Run,
  settings: NodeJS.ProcessEnv,
): Promise<ServerProcess> => {
  const { command, ...rest } = serviceCommand(directory, settings);
  return startServerProcess({ ...rest, command: [...placement.everywhere, ...command] }, cleanup);
};

/** The ordinary way, on all cores. */
export const startOrdinary = ({ placement, cleanup }: Run, databaseUrl: string) =>
  startServerProcess(
    {
      command: [...placement.everywhere, process.execPath, 'bench/ordinary/server.ts'],
      cwd: process.cwd(),
      env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    },
    cleanup,
  );

const startPinned = ({ placement, cleanup }: Run, { command, ...rest }: ServerCommand) =>
  startServerProcess({ ...rest, command: [...placement.prefix, ...command] }, cleanup);

/** The resident memory while `work` runs, sampled every 20 ms. */
export async function withPeak<T>(
  { residentBytes }: ServerProcess,
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; peakBytes: number }> {
  let peakBytes = 0;
  const timer = setInterval(async () => {
    peakBytes = Math.max(peakBytes, await residentBytes());
  }, 20);
  const started = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - started) / 1_000, peakBytes };
  } finally {
    clearInterval(timer);
  }
}
