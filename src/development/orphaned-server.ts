import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, types } from 'node:util';

const STOP_TIMEOUT_MS = 30_000;
const STOP_POLL_MS = 20;

/**
 * Stops the PostgreSQL server that a killed process left running on this data directory, if any.
 * The caller holds the lock of the directory, so no live process uses the server.
 */
export async function stopOrphanedServer(dataDirectory: string): Promise<void> {
  const pidFile = path.join(dataDirectory, 'postmaster.pid');
  const pid = Number.parseInt(await readIfThere(pidFile), 10);
  if (Number.isNaN(pid)) return;

  const directory = await realpath(dataDirectory);
  const isServer = (found: ProcessInfo | undefined) =>
    found?.program === 'postgres' && found.directory === directory;

  const found = await findProcess(pid);
  if (!isServer(found)) {
    // Another process has this pid now, and PostgreSQL would mistake it for a live server.
    if (found) await rm(pidFile);
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isServer(await findProcess(pid))) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${pid}) in ${dataDirectory} does not stop`);
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

/** A server's working directory is its data directory, even after the directory is renamed. */
interface ProcessInfo {
  readonly program: string | undefined;
  readonly directory: string | undefined;
}

/** Undefined when no process has this pid. */
const findProcess = (pid: number) =>
  process.platform === 'linux' ? findInProc(pid) : findWithLsof(pid);

async function findInProc(pid: number): Promise<ProcessInfo | undefined> {
  try {
    const program = await readFile(`/proc/${pid}/comm`, 'utf8');
    return { program: program.trim(), directory: await readlink(`/proc/${pid}/cwd`) };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}

async function findWithLsof(pid: number): Promise<ProcessInfo | undefined> {
  const flags = ['-a', '-p', String(pid), '-d', 'cwd', '-F', 'cn'];
  try {
    const { stdout } = await promisify(execFile)('lsof', flags);
    const lines = stdout.split('\n');
    const field = (letter: string) => lines.find((line) => line.startsWith(letter))?.slice(1);
    return { program: field('c'), directory: field('n') };
  } catch (error) {
    if (hasCode(error, 1)) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, ...codes: readonly unknown[]) =>
  types.isNativeError(error) && 'code' in error && codes.includes(error.code);
