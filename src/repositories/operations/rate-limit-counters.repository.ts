import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';

interface Counter {
  readonly hits: number;
  /** Until the count starts anew; by the clock of the database, which may not be ours. */
  readonly ms_left: number;
}

/** Counters of rare, security-relevant events, shared by all processes. */
export class RateLimitCountersRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Adds one to `key`, whose count starts anew when its window has passed. */
  async upsert(key: string, windowMs: number): Promise<Counter> {
    const { rows } = await this.#db.raw<{ rows: Counter[] }>(
      `insert into rate_limit_counters as counter (key, hits, expires_at)
       values (:key, 1, now() + :windowMs * interval '1 millisecond')
       on conflict (key) do update set
         hits = case when counter.expires_at <= now() then 1 else counter.hits + 1 end,
         expires_at = case when counter.expires_at <= now()
           then excluded.expires_at else counter.expires_at end
       returning hits, floor(extract(epoch from expires_at - now()) * 1000)::integer as ms_left`,
      { key, windowMs },
    );
    return onlyRow(rows);
  }

  /** How many were thrown away. */
  async deleteExpired(): Promise<number> {
    return this.#db('rate_limit_counters').whereRaw('expires_at <= now()').delete();
  }
}
