import { DatabaseSync } from 'node:sqlite';
import { types } from 'node:util';

const SQLITE_BUSY = 5;

/** Keeps what is held from the garbage collector, which would let go of the lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file against every other process and returns the way to let go of it, or undefined when
 * somebody still holds it after `waitMs`. The operating system lets go by itself when this process
 * ends, however it ends. Node offers no file locks of its own, but its SQLite takes them.
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
  held.add(database);
  return () => {
    if (held.delete(database)) database.close();
  };
}

const isBusy = (error: unknown) =>
  types.isNativeError(error) && 'errcode' in error && error.errcode === SQLITE_BUSY;
