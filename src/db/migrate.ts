import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import knex, { type Knex } from 'knex';

/** `../../migrations` holds `.ts` files in the sources and `.js` files in `dist`; each finds its own. */
const DIRECTORY = new URL('../../migrations/', import.meta.url);
const ENDING = extname(fileURLToPath(import.meta.url));

/** A number that every replica agrees on and nobody else uses: "hall" in ASCII. */
const LOCK_KEY = 0x68616c6c;
const LOCK_RETRY_MS = 100;

/** Names have no ending, so that a run from `dist` goes on where a run from the sources stopped. */
const migrationSource: Knex.MigrationSource<string> = {
  async getMigrations() {
    const files = await readdir(DIRECTORY);
    return files
      .filter((file) => file.endsWith(ENDING) && !file.endsWith('.d.ts'))
      .map((file) => file.slice(0, -ENDING.length))
      .sort();
  },
  getMigrationName: (name) => name,
  getMigration: (name) => import(new URL(`${name}${ENDING}`, DIRECTORY).href),
};

/**
 * Brings the database to the newest schema and returns the names of the migrations it applied.
 * Safe to call from any number of processes at once: one works, the others wait and find nothing
 * to do. The connection must be a session of its own (not PgBouncer in transaction mode).
 */
export function migrateToLatest(databaseUrl: string): Promise<readonly string[]> {
  return alone(databaseUrl, async (db) => {
    const [, names] = await db.migrate.latest();
    return names;
  });
}

/** Undoes every migration, newest first, and returns their names. */
export function rollbackAll(databaseUrl: string): Promise<readonly string[]> {
  return alone(databaseUrl, async (db) => {
    const [, names] = await db.migrate.rollback(undefined, true);
    return names;
  });
}

/** Runs `work` on a single connection that holds the migration lock. */
async function alone<T>(databaseUrl: string, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = knex({
    client: 'pg',
    connection: databaseUrl,
    pool: { min: 1, max: 1 },
    // What fails is thrown; whoever called says so once.
    log: { warn: () => {} },
    migrations: { migrationSource },
  });
  try {
    await db.raw(`
      set statement_timeout = 0;
      set lock_timeout = 0;
      set idle_in_transaction_session_timeout = 0;
    `);
    await takeLock(db);
    // A process killed in a migration without a transaction leaves Knex's own lock behind.
    await db.migrate.forceFreeMigrationsLock();
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Asks again and again instead of waiting in the database: a waiting statement keeps its snapshot,
 * and `create index concurrently` in the migration ahead of us would wait for that forever.
 */
async function takeLock(db: Knex): Promise<void> {
  for (;;) {
    const { rows } = await db.raw('select pg_try_advisory_lock(?) as taken', [LOCK_KEY]);
    if (rows[0].taken) return;
    await sleep(LOCK_RETRY_MS);
  }
}
