import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, constants, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { migrateToLatest } from '../../src/db/migrate.ts';
import { findPostgres, type Postgres } from '../../src/development/postgres-binaries.ts';
import { clusterIn, createCluster } from '../../src/development/postgres-cluster.ts';
import {
  freePort,
  serverArguments,
  serverUrl,
  untilReady,
} from '../../src/development/postgres-server.ts';
import { Queue } from '../../src/jobs/queue.ts';

/**
 * Runs a server until its standard input closes, then deletes the data. The test process holds the
 * other end of the pipe, which the operating system closes when the process ends, even by a kill.
 */
const RUN_UNTIL_EOF = `
  trap '' INT TERM HUP
  exec 3<&0
  "$@" </dev/null 3<&- &
  server=$!
  { cat >/dev/null; kill -QUIT $server; } <&3 &
  wait $server
  rm -rf "$CLUSTER"
`;

/** Durability is off, because the data is deleted after the run. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  shared_buffers: '256MB',
  // The log is never read. Its files are reused early, to need little space.
  max_wal_size: '128MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // Nothing lives long enough to need it, and no plan depends on when it came by.
  autovacuum: 'off',
};

/** The file system in memory of Linux. */
const MEMORY = '/dev/shm';
/** Four times what the databases of a whole run took at any moment. */
const ROOM_BYTES = 4 * 1_024 ** 3;

let cluster: ChildProcess | undefined;
/** The template that this process has created. */
let created: string | undefined;

/**
 * Starts the database server of a test run, unless TEST_DATABASE_SERVER names one, and creates the
 * migrated template database that each test file copies, unless TEST_DATABASE_TEMPLATE names one there.
 * Sets both in the environment.
 */
export async function prepareDatabases(): Promise<void> {
  process.env.TEST_DATABASE_SERVER ??= await startCluster();
  if (process.env.TEST_DATABASE_TEMPLATE) return;
  const template = `hallway_template_${randomBytes(6).toString('hex')}`;
  process.env.TEST_DATABASE_TEMPLATE = template;
  created = template;
  await onServer(`create database ${template}`);
  try {
    const url = `${process.env.TEST_DATABASE_SERVER}/${template}`;
    await migrateToLatest(url);
    const queue = new Queue(url, pino({ level: 'silent' }));
    await queue.open();
    await queue.close();
  } catch (error) {
    await removeDatabases();
    throw error;
  }
}

/** Deletes the template database and the server that `prepareDatabases` has created. */
export async function removeDatabases(): Promise<void> {
  if (created) {
    await onServer(`drop database ${created}`);
    created = undefined;
    delete process.env.TEST_DATABASE_TEMPLATE;
  }
  if (!cluster) return;
  cluster.ref();
  cluster.stdin?.end();
  await once(cluster, 'exit');
  cluster = undefined;
  delete process.env.TEST_DATABASE_SERVER;
}

async function startCluster(): Promise<string> {
  const postgres = await findPostgres();
  const directory = await mkdtemp(path.join(await placeOfCluster(), 'hallway-test-'));
  if (postgres.owner) await chown(directory, postgres.owner.uid, postgres.owner.gid);
  const data = clusterIn(directory);
  await createCluster(postgres, data);

  const port = await freePort();
  cluster = spawnServer(postgres, directory, serverArguments(data, { port, ...SETTINGS }));
  const url = await serverUrl(data, port);
  await untilReady(url, cluster);
  // The process can end without removeDatabases().
  cluster.unref();
  return url;
}

/**
 * In memory where there is room: a database has 900 files, and each truncated table gets new ones.
 * After many deletions, ext4 without a journal needed 700 ms for a database, memory needs 20 ms.
 */
async function placeOfCluster(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    const room = Math.min(bavail * bsize, process.availableMemory());
    return room > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function spawnServer(postgres: Postgres, directory: string, args: string[]): ChildProcess {
  return spawn('sh', ['-c', RUN_UNTIL_EOF, 'sh', postgres.server, ...args], {
    ...postgres.owner,
    cwd: directory,
    env: { ...process.env, CLUSTER: directory },
    // A separate session: Ctrl-C reaches the tests only, and the pipe then stops the server.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `${process.env.TEST_DATABASE_SERVER}/postgres`,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
