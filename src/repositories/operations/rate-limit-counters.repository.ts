import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { Counter, CounterLimit } from '../../domain/operations/rate-limit-counters.ts';

/** SQL that counts `excluded.hits`, and begins a new window once the last one has passed. */
const COUNT = `
  on conflict (key) do update set
    hits = case when counter.expires_at <= now()
      then excluded.hits else counter.hits + excluded.hits end,
    expires_at = case when counter.expires_at <= now()
      then excluded.expires_at else counter.expires_at end
  returning hits, floor(extract(epoch from expires_at - now()) * 1000)::integer as ms_left`;

const UPSERT = statement<{ key: string; windowMs: number; amount: number }, Counter>(
  (db, { key, windowMs, amount }) =>
    db.raw(
      `insert into rate_limit_counters as counter (key, hits, expires_at)
       values (:key, :amount, now() + :windowMs * interval '1 millisecond')
       ${COUNT}`,
      { key, windowMs, amount },
    ),
);

type Both = Readonly<Record<'key' | 'otherKey', string>> &
  Readonly<Record<'windowMs' | 'max' | 'otherWindowMs', number>>;

const UPSERT_BOTH = statement<Both, Counter>(
  (db, { key, windowMs, max, otherKey, otherWindowMs }) =>
    db.raw(
      `with first as (
         insert into rate_limit_counters as counter (key, hits, expires_at)
         values (:key, 1, now() + :windowMs * interval '1 millisecond') ${COUNT}
       ), other as (
         insert into rate_limit_counters as counter (key, hits, expires_at)
         select :otherKey, 1, now() + :otherWindowMs * interval '1 millisecond'
           from first where first.hits <= :max ${COUNT}
       )
       select hits, ms_left from first union all select hits, ms_left from other`,
      { key, windowMs, max, otherKey, otherWindowMs },
    ),
);

/** Rate-limit counters that all processes share. */
export class RateLimitCountersRepository extends OnDatabase {
  /**
   * Adds `amount` to the counter of `key`, or restarts it with `amount` after its window has
   * passed.
   */
  async upsert(key: string, windowMs: number, amount = 1): Promise<Counter> {
    return onlyRow(await UPSERT.rows(this.db, { key, windowMs, amount }));
  }

  /**
   * As `upsert`, for a counter whose key has a keyed hash: the first key counts, unless a window runs
   * under one of the others, which older secrets made.
   */
  async upsertOneOf(keys: readonly string[], windowMs: number): Promise<Counter> {
    const { rows } = await this.db.raw<{ rows: Counter[] }>(
      `insert into rate_limit_counters as counter (key, hits, expires_at)
       values (
         coalesce(
           (select key from rate_limit_counters
             where key = any(:keys) and expires_at > now() order by hits desc limit 1),
           :first
         ),
         1, now() + :windowMs * interval '1 millisecond'
       )
       ${COUNT}`,
      { keys, first: keys[0] ?? '', windowMs },
    );
    return onlyRow(rows);
  }

  /**
   * Counts a hit of both counters in one statement; only of the first if that is over its limit. Always
   * in the same order: two callers with the same counters never wait for each other.
   *
   * @returns the counter that is over its limit
   */
  async upsertBoth(first: CounterLimit, other: CounterLimit): Promise<Counter | undefined> {
    const counters = await UPSERT_BOTH.rows(this.db, {
      key: first.key,
      windowMs: first.windowMs,
      max: first.max,
      otherKey: other.key,
      otherWindowMs: other.windowMs,
    });
    return [first, other].flatMap(({ max }, n) => {
      const counter = counters[n];
      return counter && counter.hits > max ? [counter] : [];
    })[0];
  }

  /** Takes one hit of each counter back. Locks them by key, so that no two callers deadlock. */
  async updateGivenBack(keys: readonly string[]): Promise<void> {
    await this.db.raw(
      `with locked as (
         select key from rate_limit_counters where key = any(:keys) and hits > 0 order by key for update
       )
       update rate_limit_counters as counter set hits = hits - 1
        from locked where counter.key = locked.key`,
      { keys },
    );
  }

  /** Returns the number of deleted counters. */
  async deleteExpired(): Promise<number> {
    return this.db('rate_limit_counters').whereRaw('expires_at <= now()').delete();
  }
}
