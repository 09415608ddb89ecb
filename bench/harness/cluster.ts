import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/development/embedded-postgres.ts';
import type { Cleanup } from './cleanup.ts';

const TEMPLATE = 'bench_template';

/** The embedded PostgreSQL of one run, with a database for each part. */
export interface Cluster {
  readonly postmaster: number;
  readonly version: string;
  /** Creates a migrated, empty database and returns its URL. */
  create(name: string): Promise<string>;
  drop(name: string): Promise<void>;
}

/** Starts a cluster with PostgreSQL's own defaults. The cleanup stops and deletes it. */
export async function startCluster(directory: string, cleanup: Cleanup): Promise<Cluster> {
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  cleanup.add(async () => {
    await postgres.stop();
    // It is another directory if PostgreSQL's user cannot access the requested one.
    await rm(postgres.directory, { recursive: true, force: true });
  });
  const pidFile = await readFile(path.join(postgres.directory, 'data', 'postmaster.pid'), 'utf8');
  const server = new pg.Pool({ connectionString: postgres.url, max: 1 });
  cleanup.add(() => server.end());
  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: name }).href;

  await server.query(`create database ${TEMPLATE}`);
  await migrateToLatest(urlOf(TEMPLATE));
  const { rows } = await server.query<{ server_version: string }>('show server_version');
  return {
    postmaster: Number.parseInt(pidFile, 10),
    version: rows[0]?.server_version ?? '',
    async create(name) {
      await server.query(`create database ${name} template ${TEMPLATE}`);
      return urlOf(name);
    },
    async drop(name) {
      await server.query(`drop database ${name} with (force)`);
    },
  };
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
