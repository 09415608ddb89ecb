import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Postgres } from './postgres-binaries.ts';

/** The data directory of one server and the password file of its superuser `postgres`. */
export interface Cluster {
  readonly dataDirectory: string;
  readonly passwordFile: string;
}

export function clusterIn(directory: string): Cluster {
  return {
    dataDirectory: path.join(directory, 'data'),
    passwordFile: path.join(directory, 'password'),
  };
}

/** Names the letters of every script. macOS has no C.UTF-8; every Linux that runs Node.js 24 has. */
const LC_CTYPE = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';

/**
 * Creates an empty cluster with a new password. The builtin locale makes sort order (by code point)
 * and case mapping (Unicode) the same on every machine. pg_trgm ignores it and asks LC_CTYPE what a
 * letter is.
 */
export async function createCluster(
  { initdb, owner }: Postgres,
  { dataDirectory, passwordFile }: Cluster,
): Promise<void> {
  // Created under another name and renamed, so that a data directory is always complete.
  const draft = `${dataDirectory}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (owner) {
    for (const file of [draft, passwordFile]) await chown(file, owner.uid, owner.gid);
  }

  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${LC_CTYPE}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...owner, cwd: draft },
  );
  await rename(draft, dataDirectory);
}
