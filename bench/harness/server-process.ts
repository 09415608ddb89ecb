import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/development/postgres-server.ts';
import type { Cleanup } from './cleanup.ts';
import { processMicros, residentBytes } from './cpu.ts';

const POLL_MS = 5;
const START_TIMEOUT_MS = 60_000;

export interface ServerProcess {
  readonly url: string;
  /** Milliseconds from the start of the process to the first answer with status 200. */
  readonly startMs: number;
  /** The CPU time used so far, in microseconds. */
  cpuMicros(): Promise<number>;
  /** The current resident memory, in bytes. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerCommand {
  /** The words of the command, the program first. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts a server on a free port, given as PORT, and waits until `GET /healthz` answers 200. */
export async function startServerProcess(
  { command: [program = '', ...args], cwd, env }: ServerCommand,
  cleanup: Cleanup,
): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, PORT: String(port) },
    // The log costs what it costs in production; nobody reads it here.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = cleanup.add(() => stopChild(child));
  await once(child, 'spawn');
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(`${url}/healthz`, child);
  const startMs = performance.now() - started;
  const pid = child.pid ?? 0;
  return {
    url,
    startMs,
    cpuMicros: () => processMicros(pid),
    residentBytes: () => residentBytes(pid),
    stop,
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while ((await statusOf(url)) !== 200) {
    if (!isRunning(child)) throw new Error('the server exited during its start');
    if (performance.now() > deadline) throw new Error('the server did not start');
    await sleep(POLL_MS);
  }
}

/** Undefined while nothing listens. A connection of its own, so that none is kept open. */
const statusOf = (url: string) =>
  new Promise<number | undefined>((resolve) => {
    get(url, { agent: false }, (res) => {
      res.resume();
      resolve(res.statusCode);
    }).on('error', () => resolve(undefined));
  });
