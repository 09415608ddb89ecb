import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../../src/development/postgres-binaries.ts';
import { clusterIn } from '../../src/development/postgres-cluster.ts';
import { startServer } from '../../src/development/postgres-server.ts';

/** The programs of a Debian package, by major version. */
const binariesOf = (major: string) => `/usr/lib/postgresql/${major}/bin`;

/**
 * The directory with the server of `pg_dump`'s own major version: an older pg_dump refuses a newer
 * server, and an older server refuses the output of a newer pg_dump. Undefined where Debian's
 * package of it is not installed.
 */
export function debianPostgres(): string | undefined {
  try {
    const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
    const bin = binariesOf(/ (\d+)/.exec(version)?.[1] ?? '');
    return existsSync(`${bin}/initdb`) && existsSync(`${bin}/postgres`) ? bin : undefined;
  } catch {
    return undefined;
  }
}

export interface DebianServer extends AsyncDisposable {
  /** The URL of its superuser, without a database. */
  readonly url: string;
}

/** Starts an empty server, as `apt-get install postgresql` makes it, but for its durability. */
export async function startDebianServer(bin: string): Promise<DebianServer> {
  const { owner } = await findPostgres();
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-debian-'));
  await chmod(directory, 0o755);
  const cluster = clusterIn(directory);
  await mkdir(cluster.dataDirectory, { mode: 0o700 });
  await writeFile(cluster.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const files = [directory, cluster.dataDirectory, cluster.passwordFile];
  if (owner) for (const file of files) await chown(file, owner.uid, owner.gid);
  const initdb = path.join(bin, 'initdb');
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${cluster.dataDirectory}`,
      `--pwfile=${cluster.passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    { ...owner, cwd: directory },
  );
  await appendFile(path.join(cluster.dataDirectory, 'postgresql.conf'), 'fsync = off\n');
  const postgres = { initdb, server: path.join(bin, 'postgres'), owner };
  const server = await startServer(postgres, cluster, path.join(directory, 'log'));
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}
