import type { AdminNotificationsService } from '../../../services/messaging/admin-notifications.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  NotificationDraftSchema,
  NotificationDraftsSchema,
  TestMessageSchema,
  WrittenNotificationSchema,
  WrittenNotificationsSchema,
} from '../../schemas/messaging/admin-notifications.schemas.ts';

const tag = 'Admin: notifications';

export const adminNotificationEndpoints = ({
  adminNotifications,
}: {
  adminNotifications: AdminNotificationsService;
}) => [
  endpoint({
    name: 'createNotification',
    method: 'post',
    path: '/admin/notifications',
    auth: 'admin',
    tag,
    summary: 'Send a notification to one user',
    description:
      'The texts are sent as they are; template variables are for bulk-send. Whether the messenger brings it, `delivery` tells.',
    body: NotificationDraftSchema,
    responses: { 201: WrittenNotificationSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      return { status: 201, body: await adminNotifications.write(caller, body) };
    },
  }),

  endpoint({
    name: 'createNotifications',
    method: 'post',
    path: '/admin/notifications/bulk',
    auth: 'admin',
    tag,
    summary: 'Send notifications to several users, each with its own text',
    description:
      'All of them or none: where one person is unknown or blocked, nobody is written to. The texts are sent as they are.',
    body: NotificationDraftsSchema,
    responses: { 201: WrittenNotificationsSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      const notifications = await adminNotifications.writeAll(caller, body.notifications);
      return { status: 201, body: { notifications } };
    },
  }),

  endpoint({
    name: 'testBroadcast',
    method: 'post',
    path: '/admin/notifications/test',
    auth: 'admin',
    tag,
    summary: 'Test a broadcast on one user',
    description:
      'The messenger brings it as bulk-send would write it, variables and all, whatever its person has switched off or muted; it stands in no list.',
    body: TestMessageSchema,
    responses: { 201: WrittenNotificationSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      return { status: 201, body: await adminNotifications.test(caller, body) };
    },
  }),
];
