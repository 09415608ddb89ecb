import type { NotificationSettingsService } from '../../../services/messaging/notification-settings.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  NotificationPreferencesSchema,
  NotificationsEnabledSchema,
  NotificationsSwitchSchema,
  PreferencesChangeSchema,
} from '../../schemas/messaging/notification-settings.schemas.ts';

const tag = 'Notifications';

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
