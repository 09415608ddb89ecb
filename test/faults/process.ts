import { readdir, readFile } from 'node:fs/promises';
import type { Service } from '../support/service.ts';

export type Running = Pick<Service, 'child'>;

/** The memory of a process in MB, as Linux counts it. */
export async function residentMb({ child }: Running): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** The number of its open files and sockets. */
export const handlesOf = async ({ child }: Running): Promise<number> =>
  (await readdir(`/proc/${child.pid}/fd`)).length;

export const hasEnded = ({ child }: Running): boolean =>
  child.exitCode !== null || child.signalCode !== null;
