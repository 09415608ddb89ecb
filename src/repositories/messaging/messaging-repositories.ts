import type { Knex } from 'knex';
import type { Writing } from '../post-commit-hooks.ts';
import { AnchoredBroadcastsRepository } from './anchored-broadcasts.repository.ts';
import { AnnouncementsRepository } from './announcements.repository.ts';
import { BotMessagesRepository } from './bot-messages.repository.ts';
import { BroadcastDeliveriesRepository } from './broadcast-deliveries.repository.ts';
import { BroadcastPreviewsReadModel } from './broadcast-previews.read-model.ts';
import { BroadcastRecipientsRepository } from './broadcast-recipients.repository.ts';
import { BroadcastsReadModel } from './broadcasts.read-model.ts';
import { BroadcastsRepository } from './broadcasts.repository.ts';
import { ChangeNotificationsRepository } from './change-notifications.repository.ts';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { FilterValuesReadModel } from './filter-values.read-model.ts';
import { InboxReadModel } from './inbox.read-model.ts';
import { BotMembersRepository, MessengerChatsRepository } from './messenger-chats.repository.ts';
import { MessengerUpdatesRepository } from './messenger-updates.repository.ts';
import { NotificationSettingsRepository } from './notification-settings.repository.ts';
import { NotificationStreamsReadModel } from './notification-streams.read-model.ts';
import { NotificationsRepository } from './notifications.repository.ts';
import { NotifiedUsersReadModel } from './notified-users.read-model.ts';
import { OpenedNotificationsRepository } from './opened-notifications.repository.ts';
import { SendRateLockRepository } from './send-rate-lock.repository.ts';
import { SessionRemindersRepository } from './session-reminders.repository.ts';
import { StreamTicketsRepository } from './stream-tickets.repository.ts';
import { SubjectsReadModel } from './subjects.read-model.ts';
import { WelcomesRepository } from './welcomes.repository.ts';

/** The repositories of the capability messaging, part of `REPOSITORIES`. */
export const MESSAGING_REPOSITORIES = {
  anchoredBroadcasts: (db: Knex) => new AnchoredBroadcastsRepository(db),
  announcements: (db: Knex) => new AnnouncementsRepository(db),
  botMessages: (db: Knex) => new BotMessagesRepository(db),
  botMembers: (db: Knex) => new BotMembersRepository(db),
  broadcastDeliveries: (db: Knex, { hooks }: Writing) =>
    new BroadcastDeliveriesRepository(db, hooks.onNotified),
  broadcastRecipients: (db: Knex) => new BroadcastRecipientsRepository(db),
  deliveries: (db: Knex) => new DeliveriesRepository(db),
  changeNotifications: (db: Knex, { hooks }: Writing) =>
    new ChangeNotificationsRepository(db, hooks.onNotified),
  messengerChats: (db: Knex) => new MessengerChatsRepository(db),
  sendRateLock: (db: Knex) => new SendRateLockRepository(db),
  messengerUpdates: (db: Knex) => new MessengerUpdatesRepository(db),
  broadcasts: (db: Knex) => new BroadcastsRepository(db),
  notificationSettings: (db: Knex) => new NotificationSettingsRepository(db),
  notifications: (db: Knex, { hooks }: Writing) =>
    new NotificationsRepository(db, hooks.onNotified),
  openedNotifications: (db: Knex) => new OpenedNotificationsRepository(db),
  sessionReminders: (db: Knex) => new SessionRemindersRepository(db),
  streamTickets: (db: Knex) => new StreamTicketsRepository(db),
  welcomes: (db: Knex, { hooks }: Writing) => new WelcomesRepository(db, hooks.onNotified),
};

/** The read models of the capability messaging, part of `READ_MODELS`. */
export const MESSAGING_READ_MODELS = {
  broadcastPreviews: (db: Knex) => new BroadcastPreviewsReadModel(db),
  filterValues: (db: Knex) => new FilterValuesReadModel(db),
  inbox: (db: Knex) => new InboxReadModel(db),
  broadcasts: (db: Knex) => new BroadcastsReadModel(db),
  notificationStreams: (db: Knex) => new NotificationStreamsReadModel(db),
  notifiedUsers: (db: Knex) => new NotifiedUsersReadModel(db),
  subjects: (db: Knex) => new SubjectsReadModel(db),
};
