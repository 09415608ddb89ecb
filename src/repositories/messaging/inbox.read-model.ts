import { OnDatabase } from '../../db/on-database.ts';
import { ownKeysetPage, ownList } from '../../db/own-lists.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { StoredNotification } from '../../domain/messaging/current-notifications.ts';
import { STORED_COLUMNS } from './notification-columns.sql.ts';

export type NotificationPosition = readonly [created_at: string, id: number];

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
       from notifications where user_id = :userId and is_unread(in_app, dismissed_at, clicked_at)`,
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
  ownList<Following, StoredNotification>((db, { user_id, created_at, id }) => {
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
    const list = LISTS[unreadOnly ? 'unread' : 'all'];
    return ownKeysetPage(this.db, list, {
      page,
      filter: { user_id },
      filterAfter: ([created_at, id]) => ({ user_id, created_at, id }),
      positionOf: ({ created_at, id }) => [created_at, id],
      kept: { list: 'inbox', by: { user_id, unreadOnly }, data: ['notifications'] },
    });
  }

  async count(userId: number): Promise<NotificationCounts> {
    return onlyRow(await COUNT.rows(this.db, { userId }));
  }
}
