import { OnDatabase } from '../../db/on-database.ts';

/**
 * Empties, for an erasure, the texts that a user wrote in quests, and the texts written to them.
 * Votes and the ledger stay, so that results and totals stay. Requires the lock of the user.
 */
export class PersonalQuestDataRepository extends OnDatabase {
  /** Rejects pending submissions: nothing is left to review. Returns the ids. */
  async updateSubmissionsOf(user_id: number, now: string): Promise<number[]> {
    const { rows } = await this.db.raw(
      `update user_quest_tasks
          set text = null, media_id = null, reason = null,
              status = case when status = 'pending' then 'rejected' else status end,
              decided_at = coalesce(decided_at, :now)
        where user_id = :user_id returning id`,
      { user_id, now },
    );
    return rows.map(({ id }: { id: number }) => id);
  }

  /** Rejects pending requests of every kind. Returns the ids. */
  async updateRequestsOf(user_id: number, now: string): Promise<number[]> {
    const { rows } = await this.db.raw(
      `update registration_requests
          set message = null, reason = null, guests = '[]',
              status = case when status = 'pending' then 'rejected' else status end,
              decided_at = coalesce(decided_at, :now)
        where user_id = :user_id returning id`,
      { user_id, now },
    );
    return rows.map(({ id }: { id: number }) => id);
  }

  /** Empties the reasons of corrections and adjustments, which can name the user. */
  async updateReasonsOf(user_id: number): Promise<void> {
    await this.db('point_ledger')
      .where({ user_id })
      .whereNotNull('reason')
      .whereNot('reason', '')
      .update({ reason: '' });
  }
}
