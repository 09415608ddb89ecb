import type { Knex } from 'knex';
import { type NotifiedRow, notifiedColumn } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery } from '../../db/staging.ts';
import { filtersOf } from '../../domain/messaging/audiences.ts';
import type { Broadcast } from '../../domain/messaging/broadcasts.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { OnNotified } from '../post-commit-hooks.ts';
import { TOPICS } from './leases.sql.ts';
import { renderedQuery } from './rendering.sql.ts';

/** The statement timeout of a change to all messages of a job: it updates one row per recipient. */
const ALL_MESSAGES_MS = 60_000;

/** So few that the rows are not locked for long. */
const HIDDEN_AT_ONCE = 5_000;

/** The result of inserting one batch of recipients. */
export interface RecipientBatch {
  readonly people: number;
  /** The last user id; null for an empty batch. */
  readonly last: number | null;
  /** The number of queued messenger messages. */
  readonly messages: number;
}

/**
 * Inserts the messages of the recipients `notified`. It looks their users up again, by index: a
 * join of `picked` with `notified` becomes quadratic when the planner expects few rows.
 */
const DELIVERED = `
  insert into deliveries (notification_id, user_id, job_id, status, reason)
  select id, user_id, :job_id, case when obstacle is null then 'queued' else 'skipped' end, obstacle
    from (select t.id, t.user_id, delivery_skip_reason(
                   u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic
                 ) as obstacle
            from notified t
            join users u on u.id = t.user_id
            left join notification_settings s on s.user_id = t.user_id) as judged
  returning status`;

/** The notifications and messages of whole jobs. Lock the job before you change them. */
export class BroadcastDeliveriesRepository extends OnDatabase {
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    super(db);
    this.#onNotified = onNotified;
  }

  /**
   * Inserts the next recipients of the audience by user id, at most `limit`. Each gets a
   * notification with their own text, and a delivery if the job uses the messenger: skipped when
   * the user is unreachable or has turned messages off. Reports the users for the live streams.
   */
  async insertRecipients(
    { id: job_id, type, quest_id, action_url, start, channels, fixed_up_to, ...job }: Broadcast,
    { limit, now }: { limit: number; now: string },
  ): Promise<RecipientBatch> {
    const in_app = channels.includes('in_app');
    const by_messenger = channels.includes('messenger');
    const [conference_id] = filtersOf(job.audience).conference_ids ?? [];
    const ofSeat = type === 'seat_check' && { conference_id };
    const data = JSON.stringify({ ...(quest_id !== null && { quest_id }), ...ofSeat });
    const picked = renderedQuery(this.db, { ...job, id: job_id, now })
      .where('u.id', '>', fixed_up_to)
      .orderBy('u.id')
      .limit(limit)
      // Waits for a running erasure, and then skips the erased user.
      .forKeyShare('u');
    const { rows } = await this.db.raw<{ rows: (RecipientBatch & NotifiedRow)[] }>(
      `with notified as (
         insert into notifications (user_id, type, title, body, action_url, start, job_id, in_app, data)
         select user_id, :type, title, body, :action_url, :start::jsonb, :job_id, :in_app, :data
           from :picked as picked
         returning id, user_id
       )${by_messenger ? `, delivered as (${DELIVERED})` : ''}
       select count(*) as people, max(user_id) as last,
              ${by_messenger ? `(select count(*) from delivered where status = 'queued')` : '0'} as messages,
              ${in_app ? notifiedColumn() : 'null as notified'}
         from notified`,
      {
        picked,
        type,
        action_url,
        start: start && JSON.stringify(start),
        job_id,
        in_app,
        data,
        topic: TOPIC_OF[type],
      },
    );
    const { notified, ...batch } = onlyRow(rows);
    this.#onNotified(notified);
    return batch;
  }

  /** Skips the queued messages of a cancelled job. Messages in flight still get their result. */
  async updateQueuedToSkipped(job_id: number): Promise<void> {
    await this.db.raw(`set local statement_timeout = ${ALL_MESSAGES_MS}`);
    await bulkQuery(
      this.db,
      `update deliveries set status = 'skipped', reason = 'cancelled'
        where job_id = :job_id and status = 'queued'`,
      { job_id },
    );
  }

  /**
   * Takes the notifications of a recalled job out of the inboxes: those of the next recipients after a user
   * id, at most `HIDDEN_AT_ONCE`. Returns the last one's id; null after the last recipient.
   */
  async updateHidden(job_id: number, after: number): Promise<number | null> {
    const rows = await bulkQuery<{ last: number | null } & NotifiedRow>(
      this.db,
      `with batch as materialized (
         select id, user_id from notifications
          where job_id = :job_id and user_id > :after order by user_id limit :limit
       ), notified as (
         update notifications n set in_app = false
           from batch b where n.id = b.id and n.in_app returning n.user_id
       )
       select case when count(*) = :limit then max(user_id) end as last, ${notifiedColumn()}
         from batch`,
      { job_id, after, limit: HIDDEN_AT_ONCE },
    );
    const { last, notified } = onlyRow(rows);
    this.#onNotified(notified);
    return last;
  }

  /**
   * Queues the failed messages of a job again, to those whom a message would reach now. Returns their
   * number. The attempts start over.
   */
  async updateFailedToQueued(job_id: number): Promise<number> {
    await this.db.raw(`set local statement_timeout = ${ALL_MESSAGES_MS}`);
    const rows = await bulkQuery<{ count: number }>(
      this.db,
      `with queued as (
         update deliveries d
            set status = 'queued', reason = null, attempts = 0, due_at = clock_timestamp()
           from notifications n
           join users u on u.id = n.user_id
           left join notification_settings s on s.user_id = u.id
           left join (values ${TOPICS}) as t (type, topic) on t.type = n.type
          where d.job_id = :job_id and d.status = 'failed' and n.id = d.notification_id
            and u.erased_at is null and not u.is_blocked
            and delivery_skip_reason(
              u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic) is null
         returning 1
       )
       select count(*) as count from queued`,
      { job_id },
    );
    return onlyRow(rows).count;
  }
}
