import { readdir, readFile } from 'node:fs/promises';

/** CPU times of one process, in ticks of the kernel. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of all its threads, also ended ones. */
  readonly own: number;
  /** The same of its ended children. */
  readonly ended: number;
}

/** Linux reports times in hundredths of a second on every architecture that Node supports. */
const MICROS_PER_TICK = 10_000;

/** Reads the content of `/proc/<pid>/stat`, as proc_pid_stat(5) describes it. */
export function parseStat(stat: string): ProcessTimes {
  // The name is in parentheses and can contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (field: number) => Number(fields[field - 3]);
  return {
    pid: Number.parseInt(stat, 10),
    parent: at(4),
    own: at(14) + at(15),
    ended: at(16) + at(17),
  };
}

/**
 * The CPU time of a PostgreSQL cluster: the postmaster, its live children, and the backends that
 * have ended, which the postmaster has waited for.
 */
export function clusterMicros(processes: readonly ProcessTimes[], postmaster: number): number {
  const ticks = processes
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    .reduce((sum, { own, ended }) => sum + own + ended, 0);
  return ticks * MICROS_PER_TICK;
}

/** The CPU time that a process has used, in microseconds. */
export async function processMicros(pid: number): Promise<number> {
  return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8')).own * MICROS_PER_TICK;
}

/** The CPU time that a PostgreSQL cluster has used, in microseconds. */
export async function databaseMicros(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process can end between the listing and the read.
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)),
  );
  return clusterMicros(
    stats.flatMap((stat) => (stat === undefined ? [] : [parseStat(stat)])),
    postmaster,
  );
}

/** The resident memory of a process, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}
