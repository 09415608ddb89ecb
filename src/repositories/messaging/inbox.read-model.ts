import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, type PageRequest, prepare, preparedList } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { StoredNotification } from '../../domain/messaging/notification-texts.ts';
import { NOTIFICATION_COLUMNS, STORED_COLUMNS } from './notification-columns.sql.ts';

export type NotificationPosition = readonly [created_at: string, id: number];

export interface NotificationCounts {
  readonly unread_count: number;
  /** Unread notifications with an id above the user's `seen_up_to`. */
  readonly unseen_count: number;
}

const COUNT = preparedQuery<{ userId: number }, NotificationCounts>((db, { userId }) =>
  db.raw(
    `select count(*) as unread_count,
            count(*) filter (where id > coalesce(
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

const newestFirst = (isListed: string, columns: readonly string[]) =>
  prepare<Following, StoredNotification>((db, { user_id, created_at, id }) => {
    const query = db('notifications')
      .where({ user_id })
      .whereRaw(isListed)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select(...columns);
    if (created_at && id) query.whereRaw('(created_at, id) < (?, ?)', [created_at, id]);
    return query;
  });

const listsOf = (isListed: string) => ({
  inEnglish: newestFirst(isListed, NOTIFICATION_COLUMNS),
  stored: newestFirst(isListed, STORED_COLUMNS),
});
const LISTS = {
  unread: listsOf('is_unread(in_app, dismissed_at, clicked_at)'),
  all: listsOf('is_in_inbox(in_app, dismissed_at)'),
};

export class InboxReadModel extends OnDatabase {
  /** Newest first. `inEnglish` leaves out what other languages are rendered from. */
  async list(
    user_id: number,
    { unreadOnly, inEnglish }: { unreadOnly: boolean; inEnglish: boolean },
    page: PageRequest<NotificationPosition>,
  ): Promise<Page<StoredNotification, NotificationPosition>> {
    const prepared = LISTS[unreadOnly ? 'unread' : 'all'][inEnglish ? 'inEnglish' : 'stored'];
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
