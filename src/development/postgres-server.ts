import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Postgres } from './postgres-binaries.ts';
import type { Cluster } from './postgres-cluster.ts';

const LOOPBACK = '127.0.0.1';
const READY_POLL_MS = 20;
const READY_TIMEOUT_MS = 60_000;

export interface Server {
  /** The URL has no database name. */
  readonly url: string;
  /** Closes all connections and shuts the server down cleanly. */
  stop(): Promise<void>;
}

/**
 * Starts the server of a cluster, which logs to `logFile`, and waits until it is ready.
 * @param port a free one by default
 */
export async function startServer(
  postgres: Postgres,
  cluster: Cluster,
  logFile: string,
  port?: number,
): Promise<Server> {
  port ??= await freePort();
  const log = await open(logFile, 'w', 0o600);
  const child = spawn(postgres.server, serverArguments(cluster, { port }), {
    ...postgres.owner,
    cwd: cluster.dataDirectory,
    // A separate session, so that Ctrl-C does not stop the database before requests finish.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  await once(child, 'spawn').finally(() => log.close());
  child.unref();
  // A process that exits without stop() takes its server along. Only `kill -9` leaves it running.
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  const stop = async () => {
    process.off('exit', interrupt);
    await shutDown(child);
  };

  const url = await serverUrl(cluster, port);
  try {
    await untilReady(url, child);
  } catch (cause) {
    await stop();
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n');
    const ending = lines.slice(-3).join('\n');
    throw new Error(`PostgreSQL did not start. ${logFile} ends with:\n${ending}`, { cause });
  }
  return { url, stop };
}

/** The arguments of a server that listens on the loopback address only. */
export function serverArguments(
  { dataDirectory }: Cluster,
  settings: Readonly<Record<string, string | number>>,
): string[] {
  const all = { listen_addresses: LOOPBACK, unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDirectory, ...flags];
}

/** The URL of a cluster's server on this port, without a database name. */
export async function serverUrl({ passwordFile }: Cluster, port: number): Promise<string> {
  return `postgres://postgres:${await readFile(passwordFile, 'utf8')}@${LOOPBACK}:${port}`;
}

/** Finds a free port, which another process may take before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/**
 * Waits until the server accepts connections.
 * @throws Error when its process exits, or after a minute
 */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client(`${url}/postgres`);
    try {
      await client.connect();
      return;
    } catch (cause) {
      if (!isRunning(child)) throw new Error('PostgreSQL exited during its start', { cause });
      if (Date.now() > deadline) throw new Error('PostgreSQL accepts no connections', { cause });
      await sleep(READY_POLL_MS);
    } finally {
      await client.end();
    }
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function shutDown(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.ref();
  child.kill('SIGINT');
  await once(child, 'exit');
}
