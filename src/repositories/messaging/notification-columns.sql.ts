import type { Notification } from '../../domain/messaging/notifications.ts';

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
