import type {
  InboxService,
  NotificationSettingsService,
} from '../../../services/messaging/inbox.service.ts';
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
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Notifications');

export const inboxEndpoints = ({ inbox }: { inbox: InboxService }) => [
  endpoint({
    name: 'listNotifications',
    route: 'GET /notifications',
    auth: 'user',
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
      return ok({ ...listReply(page), unread_count, unseen_count });
    },
  }),

  endpoint({
    name: 'markNotificationClicked',
    route: 'POST /notifications/:id/click',
    auth: 'user',
    summary: 'Mark a notification as clicked',
    description: 'It is no longer unread. Safe to repeat: `clicked_at` keeps the first time.',
    params: IdParamsSchema,
    responses: { 200: NotificationSchema },
    handle: async ({ caller, params }) => ok(await inbox.markClicked(caller.user, params.id)),
  }),

  endpoint({
    name: 'dismissNotification',
    route: 'POST /notifications/:id/dismiss',
    auth: 'user',
    summary: 'Dismiss a notification',
    description: 'Removes it from the inbox. Safe to repeat: `dismissed_at` keeps the first time.',
    params: IdParamsSchema,
    responses: { 200: NotificationSchema },
    handle: async ({ caller, params }) => ok(await inbox.dismiss(caller.user, params.id)),
  }),

  endpoint({
    name: 'dismissNotifications',
    route: 'POST /notifications/bulk-dismiss',
    auth: 'user',
    summary: 'Dismiss several notifications or all',
    description: 'Removes them from the inbox. Ids of other users’ notifications are ignored.',
    body: BulkDismissalSchema,
    responses: { 200: BulkDismissedSchema },
    handle: async ({ caller, body }) => ok(await inbox.dismissAll(caller.user.id, body.ids)),
  }),

  endpoint({
    name: 'markNotificationsSeen',
    route: 'POST /notifications/seen',
    auth: 'user',
    summary: 'Mark my notifications as seen',
    description:
      'Marks every notification up to `up_to_id` as seen. It stays unread until you click or dismiss it. Safe to repeat.',
    body: NotificationsSeenSchema,
    responses: { 200: SeenNotificationsSchema },
    handle: async ({ caller, body }) => ok(await inbox.markSeen(caller.user.id, body.up_to_id)),
  }),
];

export const notificationSettingsEndpoints = ({
  notificationSettings,
}: {
  notificationSettings: NotificationSettingsService;
}) => [
  endpoint({
    name: 'updateMessengerNotifications',
    route: 'PUT /notifications/enable',
    auth: 'user',
    summary: 'Update whether the messenger delivers my notifications',
    description:
      'Turning it on also makes you reachable again if the messenger refused a message before. The inbox is not affected. Safe to repeat.',
    body: NotificationsSwitchSchema,
    responses: { 200: NotificationsEnabledSchema },
    handle: async ({ caller, body }) =>
      ok(await notificationSettings.enable(caller.user.id, body.enabled)),
  }),

  endpoint({
    name: 'getNotificationPreferences',
    route: 'GET /notifications/preferences',
    auth: 'user',
    summary: 'Get my notification preferences',
    responses: { 200: NotificationPreferencesSchema },
    handle: async ({ caller }) => ok(await notificationSettings.preferences(caller.user.id)),
  }),

  endpoint({
    name: 'updateNotificationPreferences',
    route: 'PUT /notifications/preferences',
    auth: 'user',
    summary: 'Update my notification preferences and quiet hours',
    body: PreferencesChangeSchema,
    responses: { 200: NotificationPreferencesSchema },
    handle: async ({ caller, body }) =>
      ok(await notificationSettings.changePreferences(caller.user.id, body)),
  }),
];
