import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { UnsignedCall } from '../../domain/quests/quest-calls.ts';

/** As long as pg-boss keeps the job of a call that no worker takes. */
const RETENTION = `interval '14 days'`;

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
        where unsigned_calls.created_at <= now() - ${RETENTION}
           or exists (select from users
                       where users.id = unsigned_calls.user_id and users.erased_at is not null)`,
    );
    return rowCount;
  }
}
