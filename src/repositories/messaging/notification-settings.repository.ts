import { OnDatabase } from '../../db/on-database.ts';
import {
  DEFAULT_REMINDERS,
  type NotificationSettings,
  type PreferencesChange,
} from '../../domain/messaging/notification-settings.ts';
import type { Topic } from '../../domain/messaging/notifications.ts';

const COLUMNS = [
  'muted_topics',
  'quiet_start',
  'quiet_end',
  'quiet_timezone',
  'quiet_strict',
  'seen_up_to',
  'reminder_minutes',
  'reminder_for',
] as const satisfies readonly (keyof NotificationSettings)[];

/** Overlapping transactions assign ids out of time order: the greatest is among these newest. */
const NEWEST = 100;

/** Message settings and the seen position. Users who never set either have no row. */
export class NotificationSettingsRepository extends OnDatabase {
  async find(user_id: number): Promise<NotificationSettings | undefined> {
    return this.db('notification_settings')
      .where({ user_id })
      .first(...COLUMNS);
  }

  /**
   * Topics in neither list and undefined fields stay unchanged. Returns undefined for an erased user.
   */
  async upsertPreferences(
    user_id: number,
    {
      muted,
      unmuted,
      quiet_hours,
      reminders,
    }: Pick<PreferencesChange, 'quiet_hours' | 'reminders'> & {
      muted: readonly Topic[];
      unmuted: readonly Topic[];
    },
  ): Promise<NotificationSettings | undefined> {
    const quiet =
      quiet_hours === undefined
        ? ''
        : `, quiet_start = excluded.quiet_start, quiet_end = excluded.quiet_end,
             quiet_timezone = excluded.quiet_timezone, quiet_strict = excluded.quiet_strict`;
    const { rows } = await this.db.raw<{ rows: NotificationSettings[] }>(
      `insert into notification_settings as s
         (user_id, muted_topics, quiet_start, quiet_end, quiet_timezone, quiet_strict,
          reminder_minutes, reminder_for)
       select u.id, :muted::text[], :start::time, :end::time, :timezone, :strict,
              coalesce(:minutes::smallint, ${DEFAULT_REMINDERS.minutes}),
              coalesce(:reminded::text[], '{${DEFAULT_REMINDERS.for}}')
         from users u where u.id = :user_id and u.erased_at is null for key share
       on conflict (user_id) do update
          set muted_topics = array(
                select unnest(s.muted_topics || :muted::text[])
                except select unnest(:unmuted::text[])
                order by 1),
              reminder_minutes = coalesce(:minutes::smallint, s.reminder_minutes),
              reminder_for = coalesce(:reminded::text[], s.reminder_for)
              ${quiet}
       returning ${COLUMNS.join(', ')}`,
      {
        user_id,
        muted: [...muted],
        unmuted: [...unmuted],
        start: quiet_hours?.start ?? null,
        end: quiet_hours?.end ?? null,
        timezone: quiet_hours?.timezone ?? null,
        strict: quiet_hours?.strict ?? false,
        minutes: reminders?.minutes ?? null,
        reminded: reminders?.for ? [...reminders.for] : null,
      },
    );
    return rows[0];
  }

  /**
   * Moves the seen position forward, never back and never past the newest notification in the
   * inbox. Returns the new position, or undefined for an erased user.
   */
  async upsertSeen(user_id: number, up_to_id: number): Promise<number | undefined> {
    const { rows } = await this.db.raw<{ rows: { seen_up_to: number }[] }>(
      `insert into notification_settings as s (user_id, seen_up_to)
       select u.id, (
                select coalesce(case when :up_to_id < max(newest.id) then :up_to_id
                                     else max(newest.change_id) end, 0) from (
                  select n.id, coalesce(n.change_id, n.id) as change_id from notifications n
                   where n.user_id = u.id and is_in_inbox(n.in_app, n.dismissed_at)
                   order by n.created_at desc, n.id desc limit ${NEWEST}) as newest)
         from users u where u.id = :user_id and u.erased_at is null for key share
       on conflict (user_id) do update set seen_up_to = greatest(s.seen_up_to, excluded.seen_up_to)
       returning seen_up_to`,
      { user_id, up_to_id },
    );
    return rows[0]?.seen_up_to;
  }

  async delete(user_id: number): Promise<void> {
    await this.db('notification_settings').where({ user_id }).delete();
  }
}
