import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import knex, { type Knex } from 'knex';

/** `../../migrations` holds `.ts` files in the source tree and `.js` files in `dist`. */
const DIRECTORY = new URL('../../migrations/', import.meta.url);
const EXTENSION = extname(fileURLToPath(import.meta.url));

/** The key of the advisory lock: "hall" in ASCII. */
const LOCK_KEY = 0x68616c6c;
const LOCK_RETRY_MS = 100;

/** Names have no extension, so that `dist` and the source tree share one migration history. */
const migrationSource: Knex.MigrationSource<string> = {
  async getMigrations() {
    const files = await readdir(DIRECTORY);
    return files
      .filter((file) => file.endsWith(EXTENSION) && !file.endsWith('.d.ts'))
      .map((file) => file.slice(0, -EXTENSION.length))
      .sort();
  },
  getMigrationName: (name) => name,
  getMigration: (name) => import(new URL(`${name}${EXTENSION}`, DIRECTORY).href),
};

/**
 * Applies all pending migrations and returns their names. Safe to call from several processes at
 * once: one migrates, the others wait and then find nothing pending.
 * @param databaseUrl must not lead through PgBouncer in transaction mode
 */
export function migrateToLatest(databaseUrl: string): Promise<readonly string[]> {
  return withMigrationLock(databaseUrl, async (db) => {
    const [, names] = await db.migrate.latest();
    return names;
  });
}

/** Rolls back every migration, newest first, and returns their names. */
export function rollbackAll(databaseUrl: string): Promise<readonly string[]> {
  return withMigrationLock(databaseUrl, async (db) => {
    const [, names] = await db.migrate.rollback(undefined, true);
    return names;
  });
}

/** Runs `work` on a single connection that holds the migration lock. */
async function withMigrationLock<T>(
  databaseUrl: string,
  work: (db: Knex) => Promise<T>,
): Promise<T> {
  const db = knex({
    client: 'pg',
    connection: databaseUrl,
    pool: { min: 1, max: 1 },
    // Errors are thrown, and the caller logs them.
    log: { warn: () => {} },
    migrations: { migrationSource },
  });
  try {
    await db.raw(`
      set statement_timeout = 0;
      set lock_timeout = 0;
      set idle_in_transaction_session_timeout = 0;
    `);
    await acquireLock(db);
    // Knex's own lock stays behind when a process is killed in a migration without a transaction.
    await db.migrate.forceFreeMigrationsLock();
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Polls instead of waiting in PostgreSQL: a waiting statement keeps its snapshot, and
 * `create index concurrently` in the process that holds the lock would wait for it forever.
 */
async function acquireLock(db: Knex): Promise<void> {
  for (;;) {
    const { rows } = await db.raw('select pg_try_advisory_lock(?) as taken', [LOCK_KEY]);
    if (rows[0].taken) return;
    await sleep(LOCK_RETRY_MS);
  }
}
