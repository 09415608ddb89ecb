import { BASELINE } from '../../src/db/baseline.ts';
import { connectTo } from './database.ts';

/** As many as the baseline replaces. Of their names, only the newest is looked at. */
export const EARLIER: readonly string[] = [
  ...Array.from({ length: 127 }, (_, n) => `202611210${90_000 + n}_earlier`),
  '20261129130000_backups',
];

/** Makes a database one of an earlier version: its schema stays, these migrations replace the baseline. */
export async function recordEarlier(url: string, names = EARLIER): Promise<void> {
  await using sql = await connectTo(url);
  await sql.query('delete from knex_migrations where name = $1', [BASELINE]);
  await sql.query(
    `insert into knex_migrations (name, batch, migration_time)
     select name, batch, now() from unnest($1::text[]) with ordinality as row (name, batch)`,
    [names],
  );
}
