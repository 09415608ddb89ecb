import { OnDatabase } from '../../db/on-database.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import { NOTIFICATION_COLUMNS } from './notification-columns.sql.ts';

/** SQL for the id of the notification that replaced a user's notification, or else its own. */
const NEWEST_ID = `coalesce((select superseded_by from notifications
                              where id = :id and user_id = :user_id), :id)`;

/** Notifications that their users open by a link, also those sent to the messenger only. */
export class OpenedNotificationsRepository extends OnDatabase {
  /** The user's notification, or the one that replaced it. */
  async find(user_id: number, id: number): Promise<Notification | undefined> {
    return this.db('notifications')
      .whereRaw(`user_id = :user_id and id = ${NEWEST_ID}`, { user_id, id })
      .first(...NOTIFICATION_COLUMNS);
  }

  /** As `find`. Marks both as clicked; `clicked_at` keeps the first time. */
  async updateClicked(user_id: number, id: number, at: string): Promise<Notification | undefined> {
    const { rows } = await this.db.raw<{ rows: Notification[] }>(
      `with given as (
         select id from notifications
          where user_id = :user_id and id in (:id, ${NEWEST_ID})
          -- Two parallel calls never deadlock.
          order by id for update
       ), opened as (
         update notifications set clicked_at = coalesce(clicked_at, :at)
          where id in (select id from given)
         returning ${NOTIFICATION_COLUMNS.join(', ')}
       )
       select * from opened where id = ${NEWEST_ID}`,
      { user_id, id, at },
    );
    return rows[0];
  }
}
