import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { SignedCall, UnsignedCall } from '../../domain/quests/quest-calls.ts';

/** The time for which an answer is kept. */
const RETENTION = `interval '24 hours'`;

type Key = Pick<SignedCall, 'quest_id' | 'webhook_id'>;

/** The answer to the first call with an id. */
export interface FirstAnswer {
  readonly body_hash: string;
  readonly status: number;
  readonly answer: object;
}

/** Signed calls with their answers, by the id that the partner gave each. */
export class SignedCallsRepository extends OnDatabase {
  /**
   * Claims the id for 24 hours. Returns false if another call has it; waits for one that is running.
   */
  async insertIfAbsent(call: SignedCall, now: string): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `insert into signed_calls as existing (quest_id, webhook_id, body_hash, created_at)
       values (:quest_id, :webhook_id, :body_hash, :now)
       on conflict (quest_id, webhook_id) do update set
         body_hash = excluded.body_hash, status = null, answer = null,
         created_at = excluded.created_at
       where existing.created_at <= excluded.created_at - ${RETENTION}
       returning webhook_id`,
      { ...call, now },
    );
    return rows.length === 1;
  }

  /** Call it only for an id that another call has. */
  async find({ quest_id, webhook_id }: Key): Promise<FirstAnswer | undefined> {
    return this.db('signed_calls')
      .where({ quest_id, webhook_id })
      .whereNotNull('status')
      .first('body_hash', 'status', 'answer');
  }

  async updateAnswer(
    { quest_id, webhook_id }: Key,
    { status, answer }: Omit<FirstAnswer, 'body_hash'>,
  ): Promise<void> {
    await this.db('signed_calls')
      .where({ quest_id, webhook_id })
      .update({ status, answer: JSON.stringify(answer) });
  }

  /** Returns the number of deleted calls. */
  async deleteExpired(): Promise<number> {
    return this.db('signed_calls').whereRaw(`created_at <= now() - ${RETENTION}`).delete();
  }
}

/** As long as pg-boss keeps the job of a call that no worker takes. */
const UNSIGNED_CALLS_RETENTION = `interval '14 days'`;

/** Unsigned calls that no worker has applied yet. */
export class UnsignedCallsRepository extends OnDatabase {
  /** Returns the id. */
  async insert(call: UnsignedCall): Promise<number> {
    const rows: { id: number }[] = await this.db('unsigned_calls').insert(call).returning('id');
    return onlyRow(rows).id;
  }

  async find(id: number): Promise<UnsignedCall | undefined> {
    return this.db('unsigned_calls')
      .where({ id })
      .first('quest_id', 'task_id', 'user_id', 'text', 'sent_at');
  }

  async delete(id: number): Promise<void> {
    await this.db('unsigned_calls').where({ id }).delete();
  }

  /** Deletes the calls that name the user. */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('unsigned_calls').where({ user_id }).delete();
  }

  /**
   * Deletes the calls whose job is gone, and those that named a user while the user was erased. Returns
   * their number.
   */
  async deleteOld(): Promise<number> {
    const { rowCount } = await this.db.raw(
      `delete from unsigned_calls
        where unsigned_calls.created_at <= now() - ${UNSIGNED_CALLS_RETENTION}
           or exists (select from users
                       where users.id = unsigned_calls.user_id and users.erased_at is not null)`,
    );
    return rowCount;
  }
}
