import type { Page, PageRequest } from '../../db/pages.ts';
import {
  inLanguage,
  type StoredNotification,
} from '../../domain/messaging/current-notifications.ts';
import { languageOf, type Reader } from '../../domain/messaging/languages.ts';
import {
  type NotificationPreferences,
  type PreferencesChange,
  preferencesOf,
  remindedOf,
  topicsSetTo,
} from '../../domain/messaging/notification-settings.ts';
import { notificationView } from '../../domain/messaging/notification-types.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import type { User } from '../../domain/people/users.ts';
import { notFound, unauthorized } from '../../errors.ts';
import type {
  NotificationCounts,
  NotificationPosition,
} from '../../repositories/messaging/inbox.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The user of an inbox. */
type Owner = Reader & { readonly id: number };

/** A user's inbox, in the user's language: list, mark and dismiss notifications. */
export class InboxService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /** Newest first. The counts cover all pages. */
  async list(
    user: Owner,
    filter: { unreadOnly: boolean },
    page: PageRequest<NotificationPosition>,
  ): Promise<Page<Notification, NotificationPosition> & NotificationCounts> {
    const language = languageOf(user);
    const [{ rows, ...found }, counts] = await Promise.all([
      this.#deps.store.read.inbox.list(user.id, filter, page),
      this.#deps.store.read.inbox.count(user.id),
    ]);
    const shown = rows.map((row) => notificationView(inLanguage(row, language)));
    return { ...found, ...counts, rows: shown };
  }

  /**
   * Safe to repeat: `clicked_at` keeps the first time.
   * @throws AppError NOT_FOUND also for another user's notification
   */
  async markClicked(user: Owner, id: number): Promise<Notification> {
    return shown(await this.#deps.store.notifications.updateClicked(user.id, id, this.#at()), user);
  }

  /**
   * Safe to repeat: `dismissed_at` keeps the first time.
   * @throws AppError NOT_FOUND also for another user's notification
   */
  async dismiss(user: Owner, id: number): Promise<Notification> {
    return shown(
      await this.#deps.store.notifications.updateDismissed(user.id, id, this.#at()),
      user,
    );
  }

  /** Dismisses the given notifications, or all. Ids of other users are ignored. */
  async dismissAll(
    userId: number,
    ids: readonly number[] | undefined,
  ): Promise<{ dismissed: number }> {
    return {
      dismissed: await this.#deps.store.notifications.updateAllDismissed(userId, ids, this.#at()),
    };
  }

  /**
   * Marks notifications as seen up to an id. The position never moves back.
   * @throws AppError UNAUTHORIZED when the user was erased after sign-in
   */
  async markSeen(
    userId: number,
    upToId: number,
  ): Promise<{ up_to_id: number } & Pick<NotificationCounts, 'unseen_count'>> {
    const up_to_id = await this.#deps.store.notificationSettings.upsertSeen(userId, upToId);
    if (up_to_id === undefined) throw unauthorized();
    const { unseen_count } = await this.#deps.store.read.inbox.count(userId);
    return { up_to_id, unseen_count };
  }

  #at(): string {
    return this.#deps.now().toISOString();
  }
}

function shown(stored: StoredNotification | undefined, reader: Reader): Notification {
  if (!stored) throw notFound('notification');
  return notificationView(inLanguage(stored, languageOf(reader)));
}

/** Settings for messenger messages. The inbox is not affected. */
export class NotificationSettingsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Turns messages on or off. Turning them on also makes the user reachable again after the
   * messenger refused a message.
   * @throws AppError UNAUTHORIZED when the user was erased after sign-in
   */
  async enable(userId: number, enabled: boolean): Promise<Pick<User, 'notifications_enabled'>> {
    const user = await this.#store.users.update(userId, {
      notifications_enabled: enabled,
      ...(enabled && { messenger_reachable: true, messenger_refused_at: null }),
    });
    if (!user) throw unauthorized();
    return { notifications_enabled: user.notifications_enabled };
  }

  async preferences(userId: number): Promise<NotificationPreferences> {
    return preferencesOf(await this.#store.notificationSettings.find(userId));
  }

  /**
   * Changes the given fields and returns all preferences.
   * @throws AppError UNAUTHORIZED when the user was erased after sign-in
   */
  async changePreferences(
    userId: number,
    { topics, quiet_hours, reminders }: PreferencesChange,
  ): Promise<NotificationPreferences> {
    const settings = await this.#store.notificationSettings.upsertPreferences(userId, {
      muted: topicsSetTo(false, topics),
      unmuted: topicsSetTo(true, topics),
      quiet_hours,
      reminders: reminders && { ...reminders, for: reminders.for && remindedOf(reminders.for) },
    });
    if (!settings) throw unauthorized();
    return preferencesOf(settings);
  }

  /**
   * Mutes the topic of the reminders, as the button under a reminder does. Safe to repeat.
   * @throws AppError UNAUTHORIZED when the user was erased
   */
  async muteReminders(userId: number): Promise<void> {
    await this.changePreferences(userId, { topics: { reminders: false } });
  }
}
