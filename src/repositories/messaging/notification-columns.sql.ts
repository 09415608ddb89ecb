import { MAX_UNREAD_COUNT, type Notification } from '../../domain/messaging/notifications.ts';

/** The columns of a `Notification`. */
export const NOTIFICATION_COLUMNS = [
  'id',
  'type',
  'title',
  'body',
  'action_url',
  'start',
  'data',
  'created_at',
  'clicked_at',
  'dismissed_at',
] as const satisfies readonly (keyof Notification)[];

/** The columns of a `StoredNotification` that is shown in any language. */
export const STORED_COLUMNS = [...NOTIFICATION_COLUMNS, 'args', 'before', 'change_id'] as const;

/** SQL for the newest unread notifications of a user, by SQL for their id: a count of them ends at 100. */
export const newestUnread = (userId: string): string =>
  `(select id, change_id from notifications
     where user_id = ${userId} and is_unread(in_app, dismissed_at, clicked_at)
     order by id desc limit ${MAX_UNREAD_COUNT}) unread`;
