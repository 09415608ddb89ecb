import {
  type NotificationPreferences,
  type PreferencesChange,
  preferencesOf,
  remindedOf,
  topicsSetTo,
} from '../../domain/messaging/notification-settings.ts';
import type { User } from '../../domain/people/users.ts';
import { unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

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
