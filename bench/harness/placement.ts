import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Which cores run what. */
export interface Placement {
  /** The command that starts a measured process on its core; empty without pinning. */
  readonly prefix: readonly string[];
  readonly description: string;
}

/**
 * Reserves the first core for the measured process and moves this process to the others; PostgreSQL
 * inherits them. Without `taskset` or a second core, nothing is pinned.
 */
export async function reserveCore(): Promise<Placement> {
  const cores = coresIn(await readFile('/proc/self/status', 'utf8'));
  const [first, ...others] = cores;
  if (others.length === 0) return { prefix: [], description: 'nothing is pinned: one core' };
  const moved = await promisify(execFile)('taskset', [
    '--all-tasks',
    '--cpu-list',
    '--pid',
    others.join(),
    String(process.pid),
  ]).then(
    () => true,
    () => false,
  );
  if (!moved) return { prefix: [], description: 'nothing is pinned: no taskset' };
  return {
    prefix: ['taskset', '--cpu-list', String(first)],
    description: `service or bare server on core ${first}, PostgreSQL and load on core ${others.join(', ')}`,
  };
}

/** The cores that the process may use, from `/proc/<pid>/status`: `0-2,5` is 0, 1, 2 and 5. */
export function coresIn(status: string): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
