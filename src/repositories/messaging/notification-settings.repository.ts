import type { Knex } from 'knex';
import type {
  NotificationSettings,
  QuietHours,
} from '../../domain/messaging/notification-settings.ts';
import type { Topic } from '../../domain/messaging/notifications.ts';

const COLUMNS = [
  'muted_topics',
  'quiet_start',
  'quiet_end',
  'quiet_timezone',
  'seen_up_to',
] as const satisfies readonly (keyof NotificationSettings)[];

/** So many may have ids in another order than that of their time, as transactions overlap. */
const NEWEST = 100;

/** What people wish to be told, and how far they have looked; of those who ever said so. */
export class NotificationSettingsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(user_id: number): Promise<NotificationSettings | undefined> {
    return this.#db('notification_settings')
      .where({ user_id })
      .first(...COLUMNS);
  }

  /**
   * Topics that are in neither list stay as they are, and so do quiet hours that are undefined.
   * Undefined when the person was erased meanwhile.
   */
  async upsertPreferences(
    user_id: number,
    {
      muted,
      unmuted,
      quiet_hours,
    }: {
      muted: readonly Topic[];
      unmuted: readonly Topic[];
      quiet_hours: QuietHours | null | undefined;
    },
  ): Promise<NotificationSettings | undefined> {
    const quiet =
      quiet_hours === undefined
        ? ''
        : `, quiet_start = excluded.quiet_start, quiet_end = excluded.quiet_end,
             quiet_timezone = excluded.quiet_timezone`;
    const { rows } = await this.#db.raw<{ rows: NotificationSettings[] }>(
      `insert into notification_settings as s
         (user_id, muted_topics, quiet_start, quiet_end, quiet_timezone)
       select u.id, :muted::text[], :start::time, :end::time, :timezone
         from users u where u.id = :user_id and u.erased_at is null for key share
       on conflict (user_id) do update
          set muted_topics = array(
                select unnest(s.muted_topics || :muted::text[])
                except select unnest(:unmuted::text[])
                order by 1)
              ${quiet}
       returning ${COLUMNS.join(', ')}`,
      {
        user_id,
        muted: [...muted],
        unmuted: [...unmuted],
        start: quiet_hours?.start ?? null,
        end: quiet_hours?.end ?? null,
        timezone: quiet_hours?.timezone ?? null,
      },
    );
    return rows[0];
  }

  /**
   * How far the person has looked now: never less than before, and never past the newest of their
   * list. Undefined when they were erased meanwhile.
   */
  async upsertSeen(user_id: number, up_to_id: number): Promise<number | undefined> {
    const { rows } = await this.#db.raw<{ rows: { seen_up_to: number }[] }>(
      `insert into notification_settings as s (user_id, seen_up_to)
       select u.id, least(:up_to_id, (
                select coalesce(max(newest.id), 0) from (
                  select n.id from notifications n
                   where n.user_id = u.id and is_in_inbox(n.in_app, n.dismissed_at)
                   order by n.created_at desc, n.id desc limit ${NEWEST}) as newest))
         from users u where u.id = :user_id and u.erased_at is null for key share
       on conflict (user_id) do update set seen_up_to = greatest(s.seen_up_to, excluded.seen_up_to)
       returning seen_up_to`,
      { user_id, up_to_id },
    );
    return rows[0]?.seen_up_to;
  }

  async delete(user_id: number): Promise<void> {
    await this.#db('notification_settings').where({ user_id }).delete();
  }
}
