import { DatabaseSync } from 'node:sqlite';
import { types } from 'node:util';

const SQLITE_BUSY = 5;

/** References the open databases: garbage collection of one would release its lock. */
const locked = new Set<DatabaseSync>();

/**
 * Locks a file against other processes and returns a function that releases it, or undefined when
 * another process still holds the lock after `waitMs`. The operating system releases the lock when
 * this process ends, even after `kill -9`. Node has no file locks, but its SQLite uses them.
 */
export function lockFile(file: string, waitMs: number): (() => void) | undefined {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  locked.add(database);
  return () => {
    if (locked.delete(database)) database.close();
  };
}

const isBusy = (error: unknown) =>
  types.isNativeError(error) && 'errcode' in error && error.errcode === SQLITE_BUSY;
