import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { lockFile } from './lock-file.ts';
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
  /** Where the data, the password and the log of the server are. */
  readonly directory: string;
  /** True when PostgreSQL could not enter the wanted directory, and `directory` is another. */
  readonly moved: boolean;
  /** Ends the server in good order. Call it last: no signal in the terminal reaches the server. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL of this project's own and returns when it takes connections. The data of
 * earlier starts are there again; a server that a killed process left behind is stopped first.
 *
 * @throws Error with a sentence for people, among others when another live process already runs
 *   the database in this directory.
 */
export async function startEmbeddedPostgres(options: {
  readonly directory: string;
}): Promise<EmbeddedPostgres> {
  const wanted = path.resolve(options.directory);
  const postgres = await findPostgres();
  const directory = await reachableDirectory(wanted, postgres.owner);
  const cluster = clusterIn(directory);
  await refuseForeign(cluster, postgres.owner);

  const release = lockFile(path.join(directory, 'lock'), 0);
  if (!release) {
    throw new Error(
      `Hallway already runs with the database in ${directory}. Stop it first, or give this one another database with DATABASE_URL.`,
    );
  }
  try {
    const server = await serve(postgres, cluster, path.join(directory, 'server.log'));
    return {
      url: `${server.url}/${DATABASE}`,
      directory,
      moved: directory !== wanted,
      stop: () => server.stop().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The wanted directory, or one in the system when the owner of the server cannot get there. */
async function reachableDirectory(wanted: string, owner: Owner): Promise<string> {
  await makeAccessibleDirectory(wanted);
  if (await canAccess(wanted, owner)) return wanted;

  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const directory = path.join(SHARED_DIRECTORY, name);
  await makeAccessibleDirectory(SHARED_DIRECTORY);
  await makeAccessibleDirectory(directory);
  return directory;
}

async function refuseForeign({ dataDirectory }: Cluster, owner: Owner): Promise<void> {
  const data = await stat(dataDirectory).catch(() => undefined);
  if (data && data.uid !== (owner?.uid ?? process.getuid?.())) {
    throw new Error(
      `The database in ${dataDirectory} belongs to another user of this machine. Start Hallway as that user, or remove the folder to begin anew.`,
    );
  }
}

async function serve(postgres: Postgres, cluster: Cluster, log: string): Promise<Server> {
  const isNew = !(await stat(cluster.dataDirectory).catch(() => undefined));
  if (isNew) await createCluster(postgres, cluster);
  else await stopOrphanedServer(cluster.dataDirectory);

  // Twice, because somebody else may take the free port before the server does.
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
