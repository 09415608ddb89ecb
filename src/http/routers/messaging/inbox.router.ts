import type { InboxService } from '../../../services/messaging/inbox.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema, listReply, pageRequest } from '../../schemas/common.ts';
import {
  BulkDismissalSchema,
  BulkDismissedSchema,
  NotificationPositionSchema,
  NotificationSchema,
  NotificationsQuerySchema,
  NotificationsSchema,
  NotificationsSeenSchema,
  SeenNotificationsSchema,
} from '../../schemas/messaging/inbox.schemas.ts';

const tag = 'Notifications';

export const inboxEndpoints = ({ inbox }: { inbox: InboxService }) => [
  endpoint({
    name: 'listNotifications',
    method: 'get',
    path: '/notifications',
    auth: 'user',
    tag,
    summary: 'List my notifications',
    query: NotificationsQuerySchema,
    responses: { 200: NotificationsSchema },
    async handle({ caller, query }) {
      const { unread_count, unseen_count, ...page } = await inbox.list(
        caller.user.id,
        { unreadOnly: query.status === 'unread' },
        pageRequest(query, NotificationPositionSchema),
      );
      return { status: 200, body: { ...listReply(page), unread_count, unseen_count } };
    },
  }),

  endpoint({
    name: 'markNotificationClicked',
    method: 'post',
    path: '/notifications/:id/click',
    auth: 'user',
    tag,
    summary: 'Mark a notification as clicked',
    params: IdParamsSchema,
    responses: { 200: NotificationSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await inbox.markClicked(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'dismissNotification',
    method: 'post',
    path: '/notifications/:id/dismiss',
    auth: 'user',
    tag,
    summary: 'Dismiss a notification',
    params: IdParamsSchema,
    responses: { 200: NotificationSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await inbox.dismiss(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'dismissNotifications',
    method: 'post',
    path: '/notifications/bulk-dismiss',
    auth: 'user',
    tag,
    summary: 'Dismiss several notifications or all',
    body: BulkDismissalSchema,
    responses: { 200: BulkDismissedSchema },
    async handle({ caller, body }) {
      return { status: 200, body: await inbox.dismissAll(caller.user.id, body.ids) };
    },
  }),

  endpoint({
    name: 'markNotificationsSeen',
    method: 'post',
    path: '/notifications/seen',
    auth: 'user',
    tag,
    summary: 'Mark my notifications as seen',
    description: 'What you have seen stays unread until you open or dismiss it.',
    body: NotificationsSeenSchema,
    responses: { 200: SeenNotificationsSchema },
    async handle({ caller, body }) {
      return { status: 200, body: await inbox.markSeen(caller.user.id, body.up_to_id) };
    },
  }),
];
