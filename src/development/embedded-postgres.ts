import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { lockFile } from '../lib/lock-file.ts';
import { stopOrphanedServer } from './orphaned-server.ts';
import {
  canAccess,
  findPostgres,
  makeAccessibleDirectory,
  type Owner,
  type Postgres,
  SHARED_DIRECTORY,
} from './postgres-binaries.ts';
import { type Cluster, clusterIn, createCluster } from './postgres-cluster.ts';
import { type Server, startServer } from './postgres-server.ts';

const DATABASE = 'hallway';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Holds the data, the password and the log of the server. */
  readonly directory: string;
  /** True when PostgreSQL cannot access the requested directory, so `directory` is another one. */
  readonly moved: boolean;
  /** Shuts the server down. Call it last: terminal signals such as Ctrl-C do not reach the server. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL and resolves when it accepts connections. Keeps the data of earlier
 * starts, and first stops a server that a killed process left running.
 *
 * @throws Error with a readable message, for example when another live process already runs the
 *   database in this directory
 */
export async function startEmbeddedPostgres(options: {
  readonly directory: string;
}): Promise<EmbeddedPostgres> {
  const requested = path.resolve(options.directory);
  const postgres = await findPostgres();
  const directory = await accessibleDirectory(requested, postgres.owner);
  const cluster = clusterIn(directory);
  await assertOwnedBy(postgres.owner, cluster);

  const release = lockFile(path.join(directory, 'lock'), 0);
  if (!release) {
    throw new Error(
      `Hallway already runs with the database in ${directory}. Stop it first, or set DATABASE_URL to another database.`,
    );
  }
  try {
    const server = await serve(postgres, cluster, path.join(directory, 'server.log'));
    return {
      url: `${server.url}/${DATABASE}`,
      directory,
      moved: directory !== requested,
      stop: () => server.stop().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns `requested`, or a system directory when the server's user cannot access `requested`. */
async function accessibleDirectory(requested: string, owner: Owner): Promise<string> {
  await makeAccessibleDirectory(requested);
  if (await canAccess(requested, owner)) return requested;

  const name = createHash('sha256').update(requested).digest('hex').slice(0, 12);
  const directory = path.join(SHARED_DIRECTORY, name);
  await makeAccessibleDirectory(SHARED_DIRECTORY);
  await makeAccessibleDirectory(directory);
  return directory;
}

async function assertOwnedBy(owner: Owner, { dataDirectory }: Cluster): Promise<void> {
  const data = await stat(dataDirectory).catch(() => undefined);
  if (data && data.uid !== (owner?.uid ?? process.getuid?.())) {
    throw new Error(
      `The database in ${dataDirectory} belongs to another user of this machine. Start Hallway as that user, or delete the folder to create a new database.`,
    );
  }
}

async function serve(postgres: Postgres, cluster: Cluster, log: string): Promise<Server> {
  const isNew = !(await stat(cluster.dataDirectory).catch(() => undefined));
  if (isNew) await createCluster(postgres, cluster);
  else await stopOrphanedServer(cluster.dataDirectory);

  // One retry, because another process may take the free port before the server does.
  const start = () => startServer(postgres, cluster, log);
  const server = await start().catch(start);
  try {
    await createDatabase(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
