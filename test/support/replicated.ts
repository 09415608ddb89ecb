import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrateToLatest } from '../../src/db/migrate.ts';
import { findPostgres } from '../../src/development/postgres-binaries.ts';
import { type Cluster, clusterIn, createCluster } from '../../src/development/postgres-cluster.ts';
import { type Server, startServer } from '../../src/development/postgres-server.ts';

/** The data is deleted after the run. */
const SETTINGS = ['fsync = off', 'autovacuum = off', 'full_page_writes = off'];

export interface Replicated extends AsyncDisposable {
  /** The URLs of the migrated database. */
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Ends the replica as a crash of its machine does. */
  killReplica(): Promise<void>;
  restartReplica(): Promise<void>;
}

/**
 * Starts a migrated server and a streaming replica of it, which replays each commit this number of milliseconds
 * late.
 */
export async function startReplicated({ delayMs }: { delayMs: number }): Promise<Replicated> {
  const postgres = await findPostgres();
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-replicated-'));
  await chmod(directory, 0o755);
  if (postgres.owner) await chown(directory, postgres.owner.uid, postgres.owner.gid);
  const start = (of: Cluster, name: string, onPort?: number) =>
    startServer(postgres, of, path.join(directory, `${name}.log`), onPort);

  const cluster = clusterIn(directory);
  await createCluster(postgres, cluster);
  await settings(cluster, SETTINGS);
  const empty = await start(cluster, 'primary');
  await migrateToLatest(`${empty.url}/postgres`);
  await empty.stop();

  const copy = { ...cluster, dataDirectory: path.join(directory, 'replica') };
  await promisify(execFile)('cp', ['-a', cluster.dataDirectory, copy.dataDirectory]);
  const primary = await start(cluster, 'primary');
  const { hostname, port, password } = new URL(primary.url);
  await settings(copy, [
    `primary_conninfo = 'host=${hostname} port=${port} user=postgres password=${password}'`,
    `recovery_min_apply_delay = '${delayMs}ms'`,
  ]);
  await writeFile(path.join(copy.dataDirectory, 'standby.signal'), '');
  let replica: Server = await start(copy, 'replica');
  return {
    primaryUrl: `${primary.url}/postgres`,
    replicaUrl: `${replica.url}/postgres`,
    async killReplica() {
      const pid = await readFile(path.join(copy.dataDirectory, 'postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(pid, 10), 'SIGQUIT');
      await replica.stop();
    },
    async restartReplica() {
      replica = await start(copy, 'replica', Number(new URL(replica.url).port));
    },
    async [Symbol.asyncDispose]() {
      await replica.stop();
      await primary.stop();
      await rm(directory, { recursive: true });
    },
  };
}

const settings = ({ dataDirectory }: Cluster, lines: readonly string[]) =>
  appendFile(path.join(dataDirectory, 'postgresql.conf'), `${lines.join('\n')}\n`);
