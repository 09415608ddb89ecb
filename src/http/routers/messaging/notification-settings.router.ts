import type { NotificationSettingsService } from '../../../services/messaging/notification-settings.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  NotificationPreferences,
  NotificationsEnabled,
  NotificationsSwitch,
  PreferencesChange,
} from '../../schemas/messaging/notification-settings.schemas.ts';

const tag = 'Notifications';

export const notificationSettingsEndpoints = ({
  notificationSettings,
}: {
  notificationSettings: NotificationSettingsService;
}) => [
  endpoint({
    method: 'put',
    path: '/notifications/enable',
    auth: 'user',
    tag,
    summary: 'Turn messages of the messenger on or off',
    description:
      'On where nothing else is said, and then also for somebody whom the messenger could not reach before. In the app you find everything all the same.',
    body: NotificationsSwitch,
    responses: { 200: NotificationsEnabled },
    async handle({ caller, body }) {
      return { status: 200, body: await notificationSettings.enable(caller.user.id, body.enabled) };
    },
  }),

  endpoint({
    method: 'get',
    path: '/notifications/preferences',
    auth: 'user',
    tag,
    summary: 'Get what you wish the messenger to bring you, and when',
    responses: { 200: NotificationPreferences },
    async handle({ caller }) {
      return { status: 200, body: await notificationSettings.preferences(caller.user.id) };
    },
  }),

  endpoint({
    method: 'put',
    path: '/notifications/preferences',
    auth: 'user',
    tag,
    summary: 'Choose what the messenger brings you, and when',
    body: PreferencesChange,
    responses: { 200: NotificationPreferences },
    async handle({ caller, body }) {
      return {
        status: 200,
        body: await notificationSettings.changePreferences(caller.user.id, body),
      };
    },
  }),
];
