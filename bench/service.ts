import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/development/embedded-postgres.ts';
import { freePort } from '../src/development/postgres-server.ts';

export const ADMIN_API_KEY = 'bench-admin-key-0123456789abcdef';
export const JWT_SECRET = 'bench-jwt-secret-0123456789abcdef-0123';

/** The service in its own process, with its own database. Disposing stops and deletes both. */
export interface BenchService extends AsyncDisposable {
  readonly url: string;
  readonly databaseUrl: string;
  /** The current resident memory, in bytes, from the operating system. */
  residentBytes(): Promise<number>;
  /** The CPU time used so far, in microseconds, from the operating system. */
  cpuMicros(): Promise<number>;
}

/** @param env with a `DATABASE_URL`, the service uses that database and does not delete it */
export async function startService(env: NodeJS.ProcessEnv = {}): Promise<BenchService> {
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-bench-'));
  const postgres = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  const port = await freePort();
  const settings = { DATABASE_URL: postgres.url, PORT: String(port), ...env };
  const child = spawnService(directory, settings);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url);
  return {
    url,
    databaseUrl: postgres.url,
    residentBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
    },
    cpuMicros: async () => {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // User and system time, in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) * 10_000;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const spawnService = (cwd: string, settings: NodeJS.ProcessEnv): ChildProcess =>
  spawn(
    process.execPath,
    // The flags of `npm start` and of the image.
    ['--max-semi-space-size=8', path.resolve('src/main.ts')],
    {
      cwd,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ADMIN_API_KEY,
        JWT_SECRET,
        ENCRYPTION_KEY: 'YmVuY2ggZW5jcnlwdGlvbiBrZXkgMDEyMzQ1Njc4OSE=',
        MESSENGER_BOT_TOKEN: '7000000001:AAbenchBENCHbenchBENCHbenchBENCHben',
        LOG_LEVEL: 'warn',
        DRAIN_DELAY: '0',
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const healthy = await fetch(`${url}/healthz`).then(
      (res) => res.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service did not start');
}
