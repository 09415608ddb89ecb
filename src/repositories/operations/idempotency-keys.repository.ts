import type { Knex } from 'knex';
import type { HeldKey, KeyedAnswer, KeyedRun } from '../../domain/operations/idempotency-keys.ts';

/** How long an answer is kept. */
const KEPT = `interval '24 hours'`;

/** The keys of repeatable requests and their answers, shared by all processes. Times are the database's. */
export class IdempotencyKeysRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Takes the key for a run; false where another run or its answer holds it. */
  async insert(run: KeyedRun, leaseMs: number): Promise<boolean> {
    const { rows } = await this.#db.raw<{ rows: unknown[] }>(
      `insert into idempotency_keys as held (scope, run_id, request_hash, user_id, expires_at)
       values (:scope, :run_id, :request_hash, :user_id, now() + :leaseMs * interval '1 millisecond')
       on conflict (scope) do update set
         run_id = excluded.run_id, request_hash = excluded.request_hash,
         status = null, body = null, mentions = '{}', expires_at = excluded.expires_at
       where held.expires_at <= now()
       returning scope`,
      { ...run, leaseMs },
    );
    return rows.length === 1;
  }

  async find(scope: string): Promise<HeldKey | undefined> {
    return this.#table()
      .where({ scope })
      .whereRaw('expires_at > now()')
      .first('request_hash', 'status', 'body');
  }

  /** Extends the lease of a run that has not ended. */
  async updateLease({ scope, run_id }: KeyedRun, leaseMs: number): Promise<void> {
    await this.#table()
      .where({ scope, run_id, status: null })
      .update({
        expires_at: this.#db.raw(`now() + ? * interval '1 millisecond'`, [leaseMs]),
      });
  }

  /** Does nothing where the run has lost its key, or its user was erased meanwhile. */
  async updateAnswer({ scope, run_id }: KeyedRun, answer: KeyedAnswer): Promise<void> {
    await this.#table()
      .where({ scope, run_id, status: null })
      .update({
        ...answer,
        mentions: [...answer.mentions],
        expires_at: this.#db.raw(`now() + ${KEPT}`),
      });
  }

  /** Gives the key back, so that the next request with it runs. */
  async delete({ scope, run_id }: KeyedRun): Promise<void> {
    await this.#table().where({ scope, run_id, status: null }).delete();
  }

  /** Everything a user's keys hold. */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.#table().where({ user_id }).delete();
  }

  /** Empties the answers to administrators that mention a user; their keys still refuse a second run. */
  async updateBodiesToErased(ids: readonly number[]): Promise<void> {
    await this.#db.raw(
      `update idempotency_keys set body = null, mentions = '{}' where mentions && :ids::bigint[]`,
      { ids },
    );
  }

  /** How many were deleted. */
  async deleteExpired(): Promise<number> {
    return this.#table().whereRaw('expires_at <= now()').delete();
  }

  /** Deletes all but the newest `limit` answers of each user; resolves to how many those were. */
  async deleteExcess(limit: number): Promise<number> {
    const { rows } = await this.#db.raw<{ rows: unknown[] }>(
      `delete from idempotency_keys k
        using (select scope, row_number() over (partition by user_id order by expires_at desc) as place
                 from idempotency_keys
                where user_id is not null and status is not null) as ranked
        where k.scope = ranked.scope and ranked.place > :limit
       returning k.scope`,
      { limit },
    );
    return rows.length;
  }

  #table() {
    return this.#db('idempotency_keys');
  }
}
