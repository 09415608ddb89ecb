import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

interface Counter {
  readonly hits: number;
  /** Milliseconds until the window ends, by the database's clock, which may differ from Node's. */
  readonly ms_left: number;
}

const UPSERT = statement<{ key: string; windowMs: number; amount: number }, Counter>(
  (db, { key, windowMs, amount }) =>
    db.raw(
      `insert into rate_limit_counters as counter (key, hits, expires_at)
       values (:key, :amount, now() + :windowMs * interval '1 millisecond')
       on conflict (key) do update set
         hits = case when counter.expires_at <= now()
           then excluded.hits else counter.hits + excluded.hits end,
         expires_at = case when counter.expires_at <= now()
           then excluded.expires_at else counter.expires_at end
       returning hits, floor(extract(epoch from expires_at - now()) * 1000)::integer as ms_left`,
      { key, windowMs, amount },
    ),
);

/** Rate-limit counters that all processes share. */
export class RateLimitCountersRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Adds `amount` to the counter of `key`, or restarts it with `amount` after its window has
   * passed.
   */
  async upsert(key: string, windowMs: number, amount = 1): Promise<Counter> {
    return onlyRow(await UPSERT.rows(this.#db, { key, windowMs, amount }));
  }

  /**
   * As `upsert`, for a counter whose key has a keyed hash: the first key counts, unless a window runs
   * under one of the others, which older secrets made.
   */
  async upsertOneOf(keys: readonly string[], windowMs: number): Promise<Counter> {
    const { rows } = await this.#db.raw<{ rows: Counter[] }>(
      `insert into rate_limit_counters as counter (key, hits, expires_at)
       values (
         coalesce(
           (select key from rate_limit_counters
             where key = any(:keys) and expires_at > now() order by hits desc limit 1),
           :first
         ),
         1, now() + :windowMs * interval '1 millisecond'
       )
       on conflict (key) do update set
         hits = case when counter.expires_at <= now() then 1 else counter.hits + 1 end,
         expires_at = case when counter.expires_at <= now()
           then excluded.expires_at else counter.expires_at end
       returning hits, floor(extract(epoch from expires_at - now()) * 1000)::integer as ms_left`,
      { keys, first: keys[0] ?? '', windowMs },
    );
    return onlyRow(rows);
  }

  /** Takes one hit back. */
  async updateGivenBack(key: string): Promise<void> {
    await this.#db('rate_limit_counters').where({ key }).where('hits', '>', 0).decrement('hits', 1);
  }

  /** Returns the number of deleted counters. */
  async deleteExpired(): Promise<number> {
    return this.#db('rate_limit_counters').whereRaw('expires_at <= now()').delete();
  }
}
