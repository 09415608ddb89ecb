import { OnDatabase } from '../../db/on-database.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import { NOTIFICATION_COLUMNS } from './notification-columns.sql.ts';

/** Notifications that their users open by a link, also those sent to the messenger only. */
export class OpenedNotificationsRepository extends OnDatabase {
  async find(user_id: number, id: number): Promise<Notification | undefined> {
    return this.db('notifications')
      .where({ user_id, id })
      .first(...NOTIFICATION_COLUMNS);
  }

  /** As `find`. `clicked_at` keeps the first time. */
  async updateClicked(user_id: number, id: number, at: string): Promise<Notification | undefined> {
    const [row] = await this.db('notifications')
      .where({ user_id, id })
      .update('clicked_at', this.db.raw('coalesce(clicked_at, ?)', [at]))
      .returning<Notification[]>([...NOTIFICATION_COLUMNS]);
    return row;
  }
}
