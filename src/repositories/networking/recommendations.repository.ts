import { OnDatabase } from '../../db/on-database.ts';
import { isNotHidden } from './blocks.sql.ts';

/**
 * Locks the row of a user who may be dismissed, against a concurrent erasure of either: no row if the
 * user is not listed, is the one who dismisses, or is hidden from them by a block.
 */
const DISMISSABLE = `
  select u.id from users u, users me
   where u.id = :dismissedId and u.is_listed and me.id = :userId and me.erased_at is null
     and u.id <> me.id
     and ${isNotHidden(':userId', 'u.id')}
     for key share`;

/** Users whom a user does not want to be recommended. */
export class RecommendationsRepository extends OnDatabase {
  /** Returns false, and changes nothing, for a user who is not listed and for the caller. */
  async insertDismissal(userId: number, dismissedId: number, now: string): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with dismissable as (${DISMISSABLE}), inserted as (
         insert into recommendation_dismissals (user_id, dismissed_id, dismissed_at)
         select :userId, id, :now from dismissable
         on conflict do nothing
       )
       select id from dismissable`,
      { userId, dismissedId, now },
    );
    return rows.length > 0;
  }

  /** Returns false, and changes nothing, for a user who is not listed and for the caller. */
  async deleteDismissal(userId: number, dismissedId: number): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with dismissable as (${DISMISSABLE}), deleted as (
         delete from recommendation_dismissals d using dismissable
          where d.user_id = :userId and d.dismissed_id = dismissable.id
       )
       select id from dismissable`,
      { userId, dismissedId },
    );
    return rows.length > 0;
  }

  /** Deletes the dismissals by and of a user. */
  async deleteAllOf(userId: number): Promise<void> {
    await this.db('recommendation_dismissals')
      .where({ user_id: userId })
      .orWhere({ dismissed_id: userId })
      .delete();
  }
}
