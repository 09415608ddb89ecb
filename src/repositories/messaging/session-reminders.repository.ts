import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import {
  EARLIEST_MINUTES,
  type RemindedSession,
} from '../../domain/messaging/session-reminders.ts';
import { DUE_REMINDERS } from './session-reminders.sql.ts';

/**
 * A reminder is planned so much before it is due, that a late run, or one of a starting process, plans it
 * in time. It is not longer, because what it says can change until then.
 */
const AHEAD_SECONDS = 60;

/** The time in which a session begins of which users may be reminded now. */
const SOON = `interval '${EARLIEST_MINUTES + AHEAD_SECONDS / 60} minutes'`;

export interface DueReminder {
  readonly user_id: number;
  readonly due_at: string;
  /** The first start of what the user has a seat at; null if they only keep it. */
  readonly concerns_at: string | null;
  /** By start; they begin in the same minute. */
  readonly sessions: readonly RemindedSession[];
}

interface NewReminder extends Omit<DueReminder, 'sessions'> {
  readonly title: string;
  readonly body: string;
  readonly data: object;
  readonly args: object;
  readonly things: readonly Pick<RemindedSession, 'thing' | 'starts_at'>[];
}

/** Who has been reminded of which start of what: a primary key, so that nobody is reminded twice. */
export class SessionRemindersRepository extends OnDatabase {
  /** Whether anything begins so soon that users may be reminded of it. */
  async existsSoon(): Promise<boolean> {
    const begins = `starts_at > now() and starts_at <= now() + ${SOON}`;
    const { rows } = await this.db.raw<{ rows: { is_soon: boolean }[] }>(
      `select exists (select from events where status = 'approved' and ${begins})
           or exists (select from agenda_items where status = 'scheduled' and ${begins}) as is_soon`,
    );
    return onlyRow(rows).is_soon;
  }

  /** Lets one run plan until the transaction ends (advisory lock). Returns false if another one does. */
  async lockPlan(): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { is_locked: boolean }[] }>(
      `select pg_try_advisory_xact_lock(hashtext('session reminders'), 0) as is_locked`,
    );
    return onlyRow(rows).is_locked;
  }

  /**
   * The reminders that are due within a minute and not yet inserted, the earliest first.
   * @param rate messages per second
   */
  async listDue(rate: number, limit: number): Promise<DueReminder[]> {
    const { rows } = await this.db.raw<{ rows: DueReminder[] }>(DUE_REMINDERS, {
      topic: TOPIC_OF.session_reminder,
      within_minutes: EARLIEST_MINUTES + AHEAD_SECONDS / 60,
      ahead_s: AHEAD_SECONDS,
      rate,
      limit,
    });
    return rows;
  }

  /**
   * Inserts reminders, which are in no inbox, and queues their messages. Requires `lockPlan`. A user who is
   * being erased is left out.
   */
  async insertAll(reminders: readonly NewReminder[]): Promise<void> {
    await this.db.raw(
      `with given as materialized (
         select nextval(pg_get_serial_sequence('notifications', 'id')) as id, g.*
           from jsonb_to_recordset(:reminders::jsonb) as g (
             user_id bigint, due_at timestamptz, concerns_at timestamptz, title text, body text,
             data jsonb, args jsonb, things jsonb)
           join users u on u.id = g.user_id and u.erased_at is null
          order by u.id
            for key share of u skip locked
       ), notified as (
         insert into notifications (id, user_id, type, title, body, data, args, in_app)
         overriding system value
         select id, user_id, 'session_reminder', title, body, data, args, false from given
       ), queued as (
         insert into deliveries (notification_id, user_id, due_at, is_reminder, concerns_at)
         select id, user_id, due_at, true, concerns_at from given
       )
       insert into session_reminders (user_id, thing, starts_at, notification_id)
       select g.user_id, t.thing, t.starts_at, g.id
         from given g
        cross join lateral jsonb_to_recordset(g.things) as t (thing text, starts_at timestamptz)`,
      { reminders: JSON.stringify(reminders) },
    );
  }

  /** Deletes those of sessions that began more than a day ago, of which nobody is reminded any more. */
  async deleteOld(): Promise<number> {
    return this.db('session_reminders').whereRaw(`starts_at < now() - interval '1 day'`).delete();
  }

  /** For an erasure. */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('session_reminders').where({ user_id }).delete();
  }
}
