import { DatabaseSync } from 'node:sqlite';
import { types } from 'node:util';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** References the open databases: garbage collection of one would release its lock. */
const locked = new Set<DatabaseSync>();

/**
 * Locks a file against other processes and returns a function that releases it, or undefined when
 * another process still holds the lock after `waitMs`. The operating system releases the lock when
 * this process ends, even after `kill -9`. Node has no file locks, but its SQLite uses them.
 *
 * @throws Error with the code ENOSPC when the disk is full
 */
export function lockFile(file: string, waitMs: number): (() => void) | undefined {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    const code = codeOf(error);
    if (code === SQLITE_BUSY) return undefined;
    throw code === SQLITE_FULL ? fullDisk(error) : error;
  }
  locked.add(database);
  return () => {
    if (locked.delete(database)) database.close();
  };
}

const codeOf = (error: unknown) =>
  types.isNativeError(error) && 'errcode' in error ? error.errcode : undefined;

/** As the error of any other file on a full disk. */
const fullDisk = (cause: unknown) =>
  Object.assign(new Error('no space left for the lock file', { cause }), { code: 'ENOSPC' });
