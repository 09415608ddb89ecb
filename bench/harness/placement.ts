import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Which cores run what. */
export interface Placement {
  /** The command that starts a measured process on its core; empty without pinning. */
  readonly prefix: readonly string[];
  readonly description: string;
  /** The same for a process that may use all cores. */
  readonly everywhere: readonly string[];
  /** Lets a process, and those that it starts from now on, use all cores. */
  release(pid: number): Promise<void>;
}

const unpinned = (reason: string): Placement => ({
  prefix: [],
  description: `nothing is pinned: ${reason}`,
  everywhere: [],
  release: async () => {},
});

/**
 * Reserves the first core for the measured process and moves this process to the others; PostgreSQL
 * inherits them. Without `taskset` or a second core, nothing is pinned.
 */
export async function reserveCore(): Promise<Placement> {
  const cores = coresIn(await readFile('/proc/self/status', 'utf8'));
  const [first, ...others] = cores;
  if (others.length === 0) return unpinned('one core');
  const moved = await move(process.pid, others).then(
    () => true,
    () => false,
  );
  if (!moved) return unpinned('no taskset');
  return {
    prefix: ['taskset', '--cpu-list', String(first)],
    description: `service or bare server on core ${first}, PostgreSQL and load on core ${others.join(', ')}`,
    everywhere: ['taskset', '--cpu-list', cores.join()],
    release: (pid) => move(pid, cores),
  };
}

const move = async (pid: number, cores: readonly number[]): Promise<void> => {
  const words = ['--all-tasks', '--cpu-list', '--pid', cores.join(), String(pid)];
  await promisify(execFile)('taskset', words);
};

/** The cores that the process may use, from `/proc/<pid>/status`: `0-2,5` is 0, 1, 2 and 5. */
export function coresIn(status: string): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
