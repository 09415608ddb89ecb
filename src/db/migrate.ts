import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import knex from 'knex';
import { BASELINE, replacedByBaseline, UnknownMigrations } from './baseline.ts';
import { isReadOnly } from './pg-errors.ts';

/** `../../migrations` holds `.ts` files in the source tree and `.js` files in `dist`. */
const DIRECTORY = new URL('../../migrations/', import.meta.url);
const EXTENSION = extname(fileURLToPath(import.meta.url));

/** Names have no extension, so that `dist` and the source tree share one migration history. */
export const migrationSource: Knex.MigrationSource<string> = {
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
 * The difference between the schema of a database and that of this version; names are in their
 * order.
 */
export interface SchemaDifference {
  /** Migrations of this version that are not applied. */
  readonly pending: readonly string[];
  /** Migrations of a newer version, which never break this one. */
  readonly newer: readonly string[];
}

/**
 * Compares the migrations of this version with the applied ones. The baseline is pending until the
 * database adopts it.
 *
 * @throws UnknownMigrations naming applied ones of an earlier version whose files this version lacks;
 *   as `replacedByBaseline`
 */
export async function differenceTo(applied: readonly string[]): Promise<SchemaDifference> {
  const own = await migrationSource.getMigrations([]);
  const newest = own.at(-1) ?? '';
  const known = [...own, ...replacedByBaseline(applied)];
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  const missing = unknown.filter((name) => name < newest);
  if (missing.length > 0) {
    throw new UnknownMigrations(
      `The database has migrations whose files this version lacks, although it has newer ones: ${missing.join(', ')}. Start a version that has them.`,
    );
  }
  return { pending: own.filter((name) => !applied.includes(name)), newer: unknown };
}

/** The key of the advisory lock: "hall" in ASCII. */
const LOCK_KEY = 0x68616c6c;
const LOCK_RETRY_MS = 100;

/**
 * Applies all pending migrations and returns their names, also that of the baseline where the database
 * has its schema already. Safe to call from several processes at once: one migrates, the others wait
 * and then find nothing pending. The schema may be newer.
 *
 * @param databaseUrl must not lead through PgBouncer in transaction mode
 * @throws Error with a sentence for a database that takes no writes, or as `differenceTo`
 */
export function migrateToLatest(databaseUrl: string): Promise<readonly string[]> {
  return withMigrationLock(databaseUrl, async (db) => {
    const [rows] = await db.migrate.list();
    const applied: string[] = rows.map(({ name }: { name: string }) => name);
    await differenceTo(applied);
    const names = await adoptBaseline(db, replacedByBaseline(applied));
    // One by one: where any migration has no transaction, `latest` records each of them after the
    // commit of its own, so that a process killed in between could never start again.
    for (;;) {
      const [, [name]] = await db.migrate.up();
      if (name === undefined) return names;
      names.push(name);
    }
  });
}

/** Records the baseline in place of the migrations that it replaces, if there are any. */
async function adoptBaseline(db: Knex, replaced: readonly string[]): Promise<string[]> {
  if (replaced.length === 0) return [];
  await db.transaction(async (trx) => {
    await trx('knex_migrations').whereIn('name', replaced).delete();
    await trx('knex_migrations').insert({ name: BASELINE, batch: 1, migration_time: trx.fn.now() });
  });
  return [BASELINE];
}

/**
 * Rolls back every migration, newest first, and returns their names.
 * @throws Error when a migration of another version is applied
 */
export function rollbackAll(databaseUrl: string): Promise<readonly string[]> {
  return withMigrationLock(databaseUrl, async (db) => {
    const [, names] = await db.migrate.rollback({ disableMigrationsListValidation: false }, true);
    return names;
  });
}

const READ_ONLY =
  'The database takes no writes: it is a standby, or read-only by default. Set DATABASE_DIRECT_URL, or DATABASE_URL without it, to the primary.';

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
    // Knex would refuse every name without a file, also those of a newer version.
    migrations: { migrationSource, disableMigrationsListValidation: true },
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
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    throw new Error(READ_ONLY, { cause: error });
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
