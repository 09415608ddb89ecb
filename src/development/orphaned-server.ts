import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, types } from 'node:util';

const STOP_TIMEOUT_MS = 30_000;
const STOP_POLL_MS = 20;

/**
 * Stops the server that a killed process left behind on this data directory, if there is one.
 * The caller holds the lock of the directory, so a server found here has nobody else.
 */
export async function stopOrphanedServer(dataDirectory: string): Promise<void> {
  const pidFile = path.join(dataDirectory, 'postmaster.pid');
  const pid = Number.parseInt(await readIfThere(pidFile), 10);
  if (Number.isNaN(pid)) return;

  const directory = await realpath(dataDirectory);
  const isOrphan = (found: Found | undefined) =>
    found?.program === 'postgres' && found.directory === directory;

  const found = await look(pid);
  if (!isOrphan(found)) {
    // Some other process has the number by now, and PostgreSQL would take it for a live server.
    if (found) await rm(pidFile);
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isOrphan(await look(pid))) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${pid}) still holds ${dataDirectory} and does not stop`);
    }
    await sleep(STOP_POLL_MS);
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

/** A server works inside its data directory, and is found there even after a renaming. */
interface Found {
  readonly program: string | undefined;
  readonly directory: string | undefined;
}

/** What a process is, or undefined when there is none of this number. */
const look = (pid: number) => (process.platform === 'linux' ? lookInProc(pid) : lookByLsof(pid));

async function lookInProc(pid: number): Promise<Found | undefined> {
  try {
    const program = await readFile(`/proc/${pid}/comm`, 'utf8');
    return { program: program.trim(), directory: await readlink(`/proc/${pid}/cwd`) };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}

async function lookByLsof(pid: number): Promise<Found | undefined> {
  const question = ['-a', '-p', String(pid), '-d', 'cwd', '-F', 'cn'];
  try {
    const { stdout } = await promisify(execFile)('lsof', question);
    const field = (letter: string) => stdout.match(new RegExp(`^${letter}(.*)$`, 'm'))?.[1];
    return { program: field('c'), directory: field('n') };
  } catch (error) {
    if (hasCode(error, 1)) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, ...codes: readonly unknown[]) =>
  types.isNativeError(error) && 'code' in error && codes.includes(error.code);
