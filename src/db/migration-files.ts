import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { replacedByBaseline, UnknownMigrations } from './baseline.ts';

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
