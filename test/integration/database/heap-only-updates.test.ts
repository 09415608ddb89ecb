import { RateLimitCountersRepository } from '../../../src/repositories/operations/rate-limit-counters.repository.ts';
import { createDatabase, openPool } from '../../support/database.ts';

/** More than a page has room for. */
const KEYS = 500;
const WINDOW_MS = 3_600_000;

it('a hit of a rate limit changes no index', async () => {
  await using database = await createDatabase();
  // One connection, whose own transactions are over when PostgreSQL looks for room in a page.
  await using db = openPool(database.url, { poolSize: 1 });
  const counters = new RateLimitCountersRepository(db);
  for (let hit = 0; hit < 3; hit++)
    for (let key = 0; key < KEYS; key++) await counters.upsert(`key:${key}`, WINDOW_MS);
  await db.raw('select pg_stat_force_next_flush()');

  const { rows } = await db.raw(
    `select n_tup_upd::int as updates, n_tup_hot_upd::int as heap_only
       from pg_stat_user_tables where relname = 'rate_limit_counters'`,
  );
  expect(rows).toEqual([{ updates: 2 * KEYS, heap_only: 2 * KEYS }]);
});
