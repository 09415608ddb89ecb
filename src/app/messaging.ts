import { NOTIFY_CHANNEL } from '../db/notify-channel.ts';
import { NotifyListener } from '../db/notify-listener.ts';
import {
  reminderKeyboard,
  requestKeyboard,
  seatKeyboard,
} from '../domain/messaging/bot-callbacks.ts';
import { shareUrl } from '../domain/messaging/start-parameters.ts';
import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { adminNotificationEndpoints } from '../http/routers/messaging/admin-notifications.router.ts';
import { announcementEndpoints } from '../http/routers/messaging/announcements.router.ts';
import {
  broadcastChangeEndpoints,
  spreadsheetBroadcastEndpoints,
} from '../http/routers/messaging/broadcast-changes.router.ts';
import {
  broadcastEndpoints,
  filterValueEndpoints,
} from '../http/routers/messaging/broadcasts.router.ts';
import {
  inboxEndpoints,
  notificationSettingsEndpoints,
} from '../http/routers/messaging/inbox.router.ts';
import {
  messengerUpdateEndpoints,
  startEndpoints,
} from '../http/routers/messaging/messenger-updates.router.ts';
import { notificationStreamEndpoints } from '../http/routers/messaging/notification-streams.router.ts';
import { shareMessageEndpoints } from '../http/routers/messaging/share-messages.router.ts';
import { welcomeEndpoints } from '../http/routers/messaging/welcomes.router.ts';
import type { BotApi } from '../integrations/messenger/bot-api.ts';
import type { MessengerTransport } from '../integrations/messenger/transport.ts';
import type { ClaimCodesService } from '../services/attendance/seat-codes.service.ts';
import { AdminNotificationsService } from '../services/messaging/admin-notifications.service.ts';
import { AnnouncementsService } from '../services/messaging/announcements.service.ts';
import { BroadcastChangesService } from '../services/messaging/broadcast-changes.service.ts';
import { BroadcastDeliveriesService } from '../services/messaging/broadcast-deliveries.service.ts';
import { BroadcastFanoutService } from '../services/messaging/broadcast-fanout.service.ts';
import { BroadcastPreviewsService } from '../services/messaging/broadcast-previews.service.ts';
import { BroadcastsService } from '../services/messaging/broadcasts.service.ts';
import { DeliveriesService } from '../services/messaging/deliveries.service.ts';
import { DeliveryLeasesService } from '../services/messaging/delivery-leases.service.ts';
import { FilterValuesService } from '../services/messaging/filter-values.service.ts';
import { InboxService, NotificationSettingsService } from '../services/messaging/inbox.service.ts';
import { MessageWakeUpsService } from '../services/messaging/message-wake-ups.service.ts';
import { MessengerUpdatesService } from '../services/messaging/messenger-updates.service.ts';
import { NotificationStreamsService } from '../services/messaging/notification-streams.service.ts';
import { NotificationsService } from '../services/messaging/notifications.service.ts';
import { PinsService } from '../services/messaging/pins.service.ts';
import { SessionRemindersService } from '../services/messaging/session-reminders.service.ts';
import {
  type MessageSharing,
  ShareMessagesService,
} from '../services/messaging/share-messages.service.ts';
import { SpreadsheetBroadcastsService } from '../services/messaging/spreadsheet-broadcasts.service.ts';
import { StartsService } from '../services/messaging/starts.service.ts';
import { WelcomesService } from '../services/messaging/welcomes.service.ts';
import { FailedAttemptsService } from '../services/people/authentication.service.ts';
import type { StreamTicketsService } from '../services/stream-tickets.service.ts';
import type { Base } from './outside.ts';

/** Notifications, broadcasts and live streams. */
export function createMessaging(
  { store, config, log, now }: Base,
  {
    claimCodes,
    streamTickets,
    hashOf,
  }: {
    claimCodes: ClaimCodesService;
    streamTickets: StreamTicketsService;
    hashOf: MessengerHash;
  },
) {
  const pins = new PinsService({ now });
  const broadcasts = new BroadcastsService({ store, pins, now });
  const broadcastPreviews = new BroadcastPreviewsService({ store, broadcasts, now });
  const services = {
    notifications: new NotificationsService(),
    inbox: new InboxService({ store, now }),
    starts: new StartsService({ store, claimCodes, now }),
    notificationSettings: new NotificationSettingsService({ store }),
    notificationStreams: new NotificationStreamsService({
      store,
      tickets: streamTickets,
      channel: new NotifyListener({
        url: config.database.directUrl,
        channel: NOTIFY_CHANNEL,
        log,
      }),
      log,
      now,
    }),
    adminNotifications: new AdminNotificationsService({ store, broadcastPreviews }),
    broadcasts,
    broadcastPreviews,
    broadcastDeliveries: new BroadcastDeliveriesService({ store, broadcasts }),
    announcements: new AnnouncementsService({ store, pins, now }),
    broadcastChanges: new BroadcastChangesService({ store, broadcasts, pins, now }),
    spreadsheetBroadcasts: new SpreadsheetBroadcastsService({
      store,
      broadcasts,
      broadcastPreviews,
    }),
    broadcastFanout: new BroadcastFanoutService({
      store,
      pins,
      maxLatenessMs: config.maxLatenessMs,
      now,
    }),
    filterValues: new FilterValuesService({ store, now }),
    sessionReminders: new SessionRemindersService({
      store,
      rate: config.messenger.messagesPerSecond,
    }),
    shareMessages: new ShareMessagesService({
      store,
      tries: new FailedAttemptsService({ store, hashOf }),
      sharing: messageSharing(config.messenger),
      now,
    }),
    welcomes: new WelcomesService({ store, now }),
    messengerUpdates: new MessengerUpdatesService({
      store,
      botId: botIdOf(config.messenger),
      secrets: config.messenger.webhookSecrets,
    }),
  };
  const endpoints = [
    ...inboxEndpoints(services),
    ...startEndpoints(services),
    ...notificationSettingsEndpoints(services),
    ...notificationStreamEndpoints({ ...services, streamTickets }),
    ...adminNotificationEndpoints(services),
    ...announcementEndpoints(services),
    ...broadcastEndpoints(services),
    ...broadcastChangeEndpoints(services),
    ...spreadsheetBroadcastEndpoints(services),
    ...filterValueEndpoints(services),
    ...welcomeEndpoints(services),
    ...messengerUpdateEndpoints(services),
    ...shareMessageEndpoints(services),
  ];
  return { services, endpoints };
}

/** Undefined where no bot sends messages, or where they would have no link. */
function messageSharing({
  transport,
  apiRoot,
  botToken,
  appUrl,
}: Base['config']['messenger']): MessageSharing | undefined {
  if (transport !== 'bot' || botToken === undefined || appUrl === undefined) return undefined;
  let opened: Promise<BotApi> | undefined;
  // A start reads no HTTP client: the first message does.
  const open = async () => new (await import('../integrations/messenger/bot-api.ts')).BotApi(bot);
  const bot = { apiRoot, botToken };
  return {
    async prepare(messengerId, message) {
      opened ??= open();
      return (await opened).prepareMessage(messengerId, message);
    },
    link: (start) => (start === null ? appUrl : (shareUrl(appUrl, start) ?? appUrl)),
    close: async () => (await opened)?.close(),
  };
}

/** The number before the colon of the token; one of the two is set. */
const botIdOf = ({ botId, botToken = '' }: Base['config']['messenger']): number =>
  botId ?? Number.parseInt(botToken, 10);

/** A button that nobody listens to would never answer. */
const callbackButtons = ({ messenger }: Base['config']) =>
  messenger.updates === 'poll' || messenger.webhookSecrets.length > 0
    ? {
        requestButtons: requestKeyboard,
        reminderButtons: reminderKeyboard,
        seatButtons: seatKeyboard,
      }
    : { requestButtons: () => [], reminderButtons: () => [], seatButtons: () => [] };

/** Only the worker sends messages. */
export const createDeliveries = ({
  store,
  config,
  log,
  transport,
}: Omit<Base, 'now'> & { transport: MessengerTransport | undefined }): DeliveriesService =>
  new DeliveriesService({
    store,
    transport,
    claims: new DeliveryLeasesService({
      store,
      rate: config.messenger.messagesPerSecond,
      changeWaitMs: config.messenger.changeWaitMs,
      canSend: transport !== undefined,
      options: { appUrl: config.messenger.appUrl, ...callbackButtons(config) },
      log,
    }),
    retryDelayMs: config.messenger.retryDelayMs,
    log,
  });

/** Only the worker is woken. */
export const createWakeUps = ({
  store,
  config,
  log,
}: Pick<Base, 'store' | 'config' | 'log'>): MessageWakeUpsService =>
  new MessageWakeUpsService({
    store,
    channel: new NotifyListener({
      url: config.database.directUrl,
      channel: NOTIFY_CHANNEL,
      log,
    }),
  });
