import type {
  InboxService,
  NotificationSettingsService,
} from '../../../services/messaging/inbox.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
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
import {
  NotificationPreferencesSchema,
  NotificationsEnabledSchema,
  NotificationsSwitchSchema,
  PreferencesChangeSchema,
} from '../../schemas/messaging/notification-settings.schemas.ts';
import { listReply, pageRequest } from '../../schemas/pages.schemas.ts';

const tag = 'Notifications';

export const inboxEndpoints = ({ inbox }: { inbox: InboxService }) => [
  endpoint({
    name: 'listNotifications',
    method: 'get',
    path: '/notifications',
    auth: 'user',
    tag,
    summary: 'List my notifications',
    description: 'Newest first. The counts cover all pages.',
    query: NotificationsQuerySchema,
    responses: { 200: NotificationsSchema },
    allowReplica: true,
    async handle({ caller, query }) {
      const { unread_count, unseen_count, ...page } = await inbox.list(
        caller.user,
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
    description: 'It is no longer unread. Safe to repeat: `clicked_at` keeps the first time.',
    params: IdParamsSchema,
    responses: { 200: NotificationSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await inbox.markClicked(caller.user, params.id) };
    },
  }),

  endpoint({
    name: 'dismissNotification',
    method: 'post',
    path: '/notifications/:id/dismiss',
    auth: 'user',
    tag,
    summary: 'Dismiss a notification',
    description: 'Removes it from the inbox. Safe to repeat: `dismissed_at` keeps the first time.',
    params: IdParamsSchema,
    responses: { 200: NotificationSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await inbox.dismiss(caller.user, params.id) };
    },
  }),

  endpoint({
    name: 'dismissNotifications',
    method: 'post',
    path: '/notifications/bulk-dismiss',
    auth: 'user',
    tag,
    summary: 'Dismiss several notifications or all',
    description: 'Removes them from the inbox. Ids of other users’ notifications are ignored.',
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
    description:
      'Marks every notification up to `up_to_id` as seen. It stays unread until you click or dismiss it. Safe to repeat.',
    body: NotificationsSeenSchema,
    responses: { 200: SeenNotificationsSchema },
    async handle({ caller, body }) {
      return { status: 200, body: await inbox.markSeen(caller.user.id, body.up_to_id) };
    },
  }),
];

export const notificationSettingsEndpoints = ({
  notificationSettings,
}: {
  notificationSettings: NotificationSettingsService;
}) => [
  endpoint({
    name: 'updateMessengerNotifications',
    method: 'put',
    path: '/notifications/enable',
    auth: 'user',
    tag,
    summary: 'Update whether the messenger delivers my notifications',
    description:
      'Turning it on also makes you reachable again if the messenger refused a message before. The inbox is not affected. Safe to repeat.',
    body: NotificationsSwitchSchema,
    responses: { 200: NotificationsEnabledSchema },
    async handle({ caller, body }) {
      return { status: 200, body: await notificationSettings.enable(caller.user.id, body.enabled) };
    },
  }),

  endpoint({
    name: 'getNotificationPreferences',
    method: 'get',
    path: '/notifications/preferences',
    auth: 'user',
    tag,
    summary: 'Get my notification preferences',
    responses: { 200: NotificationPreferencesSchema },
    async handle({ caller }) {
      return { status: 200, body: await notificationSettings.preferences(caller.user.id) };
    },
  }),

  endpoint({
    name: 'updateNotificationPreferences',
    method: 'put',
    path: '/notifications/preferences',
    auth: 'user',
    tag,
    summary: 'Update my notification preferences and quiet hours',
    body: PreferencesChangeSchema,
    responses: { 200: NotificationPreferencesSchema },
    async handle({ caller, body }) {
      return {
        status: 200,
        body: await notificationSettings.changePreferences(caller.user.id, body),
      };
    },
  }),
];
