import type { AdminNotificationsService } from '../../../services/messaging/admin-notifications.service.ts';
import {
  NotificationDraftSchema,
  NotificationDraftsSchema,
  OwnTestMessageSchema,
  TestMessageSchema,
  WrittenNotificationSchema,
  WrittenNotificationsSchema,
} from '../../schemas/messaging/admin-notifications.schemas.ts';
import { created, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: notifications');

export const adminNotificationEndpoints = ({
  adminNotifications,
}: {
  adminNotifications: AdminNotificationsService;
}) => [
  endpoint({
    name: 'createNotification',
    route: 'POST /admin/notifications',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: 'all',
    summary: 'Send a notification to one user',
    description:
      'Adds it to the inbox, sends it by the messenger, or both. `delivery` is the state of the messenger message. Template variables are not replaced.',
    body: NotificationDraftSchema,
    responses: { 201: WrittenNotificationSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminNotifications.send(caller, body)),
  }),

  endpoint({
    name: 'createNotifications',
    route: 'POST /admin/notifications/bulk',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: 'all',
    summary: 'Send notifications to several users, each with its own text',
    description:
      'Sends all notifications or none: one unknown or blocked user rejects the whole request. Template variables are not replaced.',
    body: NotificationDraftsSchema,
    responses: { 201: WrittenNotificationsSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      const notifications = await adminNotifications.sendAll(caller, body.notifications);
      return created({ notifications });
    },
  }),

  endpoint({
    name: 'testBroadcast',
    route: 'POST /admin/notifications/test',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: 'all',
    summary: 'Test a broadcast on one user',
    description:
      'Sends one messenger message with the template variables replaced. Ignores the user’s notification settings and quiet hours. Adds nothing to the inbox.',
    body: TestMessageSchema,
    responses: { 201: WrittenNotificationSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminNotifications.test(caller, body)),
  }),

  endpoint({
    name: 'testBroadcastOnMe',
    route: 'POST /admin/notifications/test-to-me',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: 'none',
    summary: 'Test a broadcast on myself',
    description:
      'As `POST /admin/notifications/test`, to the user with the `messenger_id` of the administrator of the key. 409 `NO_CHAT` says what is missing: an administrator, a messenger id, or a chat with the bot.',
    body: OwnTestMessageSchema,
    responses: { 201: WrittenNotificationSchema },
    errors: ['NO_CHAT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminNotifications.testOnMe(caller, body)),
  }),
];
