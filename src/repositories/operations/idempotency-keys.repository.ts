import { OnDatabase } from '../../db/on-database.ts';
import type { KeyedAnswer, KeyedRun, StoredKey } from '../../domain/operations/idempotency-keys.ts';

/** How long an answer is stored. */
const RETENTION = `interval '24 hours'`;

/** Idempotency keys and their answers, shared by all processes. Times are the database's. */
export class IdempotencyKeysRepository extends OnDatabase {
  /** Claims the key for a run. Returns false if another run or its answer has the key. */
  async insert(run: KeyedRun, leaseMs: number): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `insert into idempotency_keys as existing (scope, run_id, request_hash, user_id, expires_at)
       values (:scope, :run_id, :request_hash, :user_id, now() + :leaseMs * interval '1 millisecond')
       on conflict (scope) do update set
         run_id = excluded.run_id, request_hash = excluded.request_hash,
         status = null, body = null, mentions = '{}', expires_at = excluded.expires_at
       where existing.expires_at <= now()
       returning scope`,
      { ...run, leaseMs },
    );
    return rows.length === 1;
  }

  async find(scope: string): Promise<StoredKey | undefined> {
    return this.#table()
      .where({ scope })
      .whereRaw('expires_at > now()')
      .first('request_hash', 'status', 'body');
  }

  /** Extends the lease of a running request. */
  async updateLease({ scope, run_id }: KeyedRun, leaseMs: number): Promise<void> {
    await this.#table()
      .where({ scope, run_id, status: null })
      .update({
        expires_at: this.db.raw(`now() + ? * interval '1 millisecond'`, [leaseMs]),
      });
  }

  /** Does nothing if another run has claimed the key, or its user was erased. */
  async updateAnswer({ scope, run_id }: KeyedRun, answer: KeyedAnswer): Promise<void> {
    await this.#table()
      .where({ scope, run_id, status: null })
      .update({
        ...answer,
        mentions: [...answer.mentions],
        expires_at: this.db.raw(`now() + ${RETENTION}`),
      });
  }

  /** Releases the key of a running request, so that the next request with it runs. */
  async delete({ scope, run_id }: KeyedRun): Promise<void> {
    await this.#table().where({ scope, run_id, status: null }).delete();
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#table().where({ user_id }).delete();
  }

  /** Deletes the answers that mention a user. Their keys still refuse a second run. */
  async updateBodiesToErased(ids: readonly number[]): Promise<void> {
    await this.db.raw(
      `update idempotency_keys set body = null, mentions = '{}' where mentions && :ids::bigint[]`,
      { ids },
    );
  }

  /** Returns the number of deleted keys. */
  async deleteExpired(): Promise<number> {
    return this.#table().whereRaw('expires_at <= now()').delete();
  }

  /** Keeps the newest `limit` answers of each user. Returns the number of deleted keys. */
  async deleteExcess(limit: number): Promise<number> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
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
    return this.db('idempotency_keys');
  }
}
