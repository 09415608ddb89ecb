import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const START_MS = 20_000;

/** One line of the log of a service; `level` is 30 for `info`, 40 for `warn` and so on. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly level: number; msg: string };

/** The service as a process of its own, as operators run it. */
export interface Service {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  log(): LogLine[];
  /** The exit code, once the process has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

interface StartOptions {
  /** The whole environment, save for PATH. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Options for Node itself. */
  readonly node?: readonly string[];
}

const running = new Set<ChildProcess>();

/** Starts `src/main.ts` without waiting for anything. */
export function spawnService({ env, cwd, node = [] }: StartOptions): Omit<Service, 'url'> {
  const child = spawn(process.execPath, [...node, MAIN], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, ended, output: () => output, log: () => linesOf(output) };
}

/**
 * Starts the service and waits until it takes requests.
 * @throws Error with what it wrote, when it ends instead
 */
export async function startService(options: StartOptions): Promise<Service> {
  const service = spawnService({ ...options, env: { PORT: '0', ...options.env } });
  const deadline = Date.now() + START_MS;
  for (;;) {
    const started = service.log().find(({ msg }) => msg === 'started');
    if (started) return { ...service, url: `http://127.0.0.1:${started.port}` };
    const { exitCode, signalCode } = service.child;
    if (exitCode !== null || signalCode !== null || Date.now() > deadline) {
      throw new Error(`the service did not start:\n${service.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends what a failed test left running. */
export async function endServices(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
}

const linesOf = (output: string): LogLine[] =>
  output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
