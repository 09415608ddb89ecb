import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, type PageRequest, prepare, preparedList } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { StoredNotification } from '../../domain/messaging/current-notifications.ts';
import { newestUnread, STORED_COLUMNS } from './notification-columns.sql.ts';

export type NotificationPosition = readonly [created_at: string, id: number];

/** Each ends at `MAX_UNREAD_COUNT`. */
export interface NotificationCounts {
  readonly unread_count: number;
  /** Unread notifications written or changed after the user's `seen_up_to`. */
  readonly unseen_count: number;
}

const COUNT = preparedQuery<{ userId: number }, NotificationCounts>((db, { userId }) =>
  db.raw(
    `select count(*) as unread_count,
            count(*) filter (where coalesce(change_id, id) > coalesce(
              (select seen_up_to from notification_settings where user_id = :userId), 0)
            ) as unseen_count
       from ${newestUnread(':userId')}`,
    { userId },
  ),
);

/** The notifications of a user, or those after a position. */
type Following = {
  readonly user_id: number;
  readonly created_at?: string | undefined;
  readonly id?: number | undefined;
};

const newestFirst = (isListed: string) =>
  prepare<Following, StoredNotification>((db, { user_id, created_at, id }) => {
    const query = db('notifications')
      .where({ user_id })
      .whereRaw(isListed)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select(...STORED_COLUMNS);
    if (created_at && id) query.whereRaw('(created_at, id) < (?, ?)', [created_at, id]);
    return query;
  });

const LISTS = {
  unread: newestFirst('is_unread(in_app, dismissed_at, clicked_at)'),
  all: newestFirst('is_in_inbox(in_app, dismissed_at)'),
};

export class InboxReadModel extends OnDatabase {
  /** Newest first. */
  async list(
    user_id: number,
    { unreadOnly }: { unreadOnly: boolean },
    page: PageRequest<NotificationPosition>,
  ): Promise<Page<StoredNotification, NotificationPosition>> {
    const prepared = LISTS[unreadOnly ? 'unread' : 'all'];
    const list = preparedList(
      this.db,
      prepared,
      { user_id },
      ([created_at, id]: NotificationPosition) => ({ user_id, created_at, id }),
    );
    return cursorPage(list, page, ({ created_at, id }) => [created_at, id]);
  }

  async count(userId: number): Promise<NotificationCounts> {
    return onlyRow(await COUNT.rows(this.db, { userId }));
  }
}
