import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Node caches the stripped and compiled modules here: a start takes 0.4 s instead of 0.55 s. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

/** The environment of every process of a test. */
export const ALWAYS = {
  PATH: process.env.PATH,
  // Node.js 24.0, the newest 24 that npm has for macOS on arm, warns of type stripping.
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  NODE_COMPILE_CACHE: CACHE,
  // No line changes its level because the machine is busy.
  LOG_SLOW_MS: '600000',
  // Nor is a request refused for that.
  MAX_EVENT_LOOP_DELAY_MS: '0',
  MAX_POOL_WAIT_MS: '0',
};

/** One log line; `level` is 30 for `info`, 40 for `warn` and so on. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly level: number; msg: string };

/** The service in its own process, as operators run it. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  log(): LogLine[];
  /** Resolves to the exit code when the process ends; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

interface StartOptions {
  /** The whole environment except PATH, the compile cache and the limits of time. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Command-line options of Node. */
  readonly node?: readonly string[];
  /** Instead of the bundle in production, and of `src/main.ts` in development. */
  readonly main?: string;
  /**
   * The program that starts it instead of Node, in a process group of its own, as a terminal does.
   */
  readonly command?: readonly [string, ...string[]];
}

/** For services in production, which require one. */
export const ENCRYPTION_KEY = 'dGhlIGVuY3J5cHRpb24ga2V5IG9mIHRoZSB0ZXN0cyE=';

const running = new Map<ChildProcess, () => boolean>();

/** The file of a program: in production that of the bundle, as operators run it, which starts faster. */
export const programOf = (
  name: 'src/main' | `scripts/${'bot' | 'migrate' | 'ops' | 'rotate-keys'}`,
  env: NodeJS.ProcessEnv,
): string =>
  env.NODE_ENV === 'production' && process.env.TEST_BUNDLE
    ? path.join(process.env.TEST_BUNDLE, `${name}.js`)
    : path.join(ROOT, `${name}.ts`);

/** Starts the service and returns at once. */
export function spawnService({
  env,
  cwd,
  node = [],
  main = programOf('src/main', env),
  command,
}: StartOptions): Omit<Service, 'url'> {
  const [file, ...args] = command ?? [process.execPath, ...node, main];
  const child = spawn(file, args, {
    cwd,
    detached: command !== undefined,
    env: { ...ALWAYS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, () =>
    command && child.pid ? process.kill(-child.pid, 'SIGKILL') : child.kill('SIGKILL'),
  );
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
  return {
    child,
    ended,
    output: () => output,
    log: () => linesOf(output),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Starts the service and waits until it accepts requests.
 * @throws Error with its output, when the process exits instead
 */
export async function startService(options: StartOptions): Promise<Service> {
  const required = options.env.NODE_ENV === 'production' ? { ENCRYPTION_KEY } : {};
  const service = spawnService({ ...options, env: { PORT: '0', ...required, ...options.env } });
  const exit = new AbortController();
  void service.ended.then(() => exit.abort());
  for (;;) {
    const started = service.log().find(({ msg }) => msg === 'started');
    if (started) return { ...service, url: `http://127.0.0.1:${started.port}` };
    try {
      if (service.child.stdout) await once(service.child.stdout, 'data', { signal: exit.signal });
    } catch (cause) {
      throw new Error(`the service did not start:\n${service.output()}`, { cause });
    }
  }
}

/** Kills the processes that a failed test left running. */
export async function endServices(): Promise<void> {
  const ends = [...running.keys()].map((child) => once(child, 'close'));
  for (const kill of running.values()) kill();
  await Promise.all(ends);
}

const linesOf = (output: string): LogLine[] =>
  output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
