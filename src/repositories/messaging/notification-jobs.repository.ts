import type { Knex } from 'knex';
import { type NotifiedRow, notifiedColumn } from '../../db/notify-channel.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery } from '../../db/staging.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { JobDraft, NotificationJob } from '../../domain/messaging/notification-jobs.ts';
import { TOPIC_OF } from '../../domain/messaging/notifications.ts';
import type { OnNotified } from '../reports.ts';
import { renderedQuery } from './rendering.sql.ts';

/** The columns of a `NotificationJob`. */
export const JOB_COLUMNS = [
  'id',
  'type',
  'quest_id',
  'title',
  'body',
  'action_url',
  'audience',
  'channels',
  'status',
  'failure_reason',
  'scheduled_at',
  'started_at',
  'finished_at',
  'total',
  'fixed_up_to',
  'fixed_at',
  'version',
  'created_at',
] as const satisfies readonly (keyof NotificationJob)[];

/** The statement timeout of a cancellation: it updates one row per recipient. */
const CANCEL_MS = 60_000;

/** The creator of a job and the hash of its content. */
export interface JobOrigin {
  /** The administrator's API key. */
  readonly created_by: string;
  /** The result of `contentHash`; null for a spreadsheet. */
  readonly content_hash: string | null;
}

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

/** Notification jobs and the insertion of their recipients. Lock a job before you change it. */
export class NotificationJobsRepository {
  readonly #db: Knex;
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    this.#db = db;
    this.#onNotified = onNotified;
  }

  async find(id: number): Promise<NotificationJob | undefined> {
    return this.#table()
      .where({ id })
      .first(...JOB_COLUMNS);
  }

  /** Ids of jobs that were due before this time, or started before it and miss recipients. */
  async listOverdue(before: string): Promise<number[]> {
    return this.#table()
      .where((due) => due.where({ status: 'scheduled' }).where('scheduled_at', '<=', before))
      .orWhere((stuck) =>
        stuck.where({ status: 'running', fixed_at: null }).where('started_at', '<=', before),
      )
      .orderBy('id')
      .pluck('id');
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<NotificationJob | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...JOB_COLUMNS);
  }

  /** Serializes requests with the same origin until the transaction ends (advisory lock). */
  async lockContent({ created_by, content_hash }: JobOrigin): Promise<void> {
    await this.#db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      `broadcast ${content_hash} by ${created_by}`,
    ]);
  }

  /** The newest job of this origin in the last `minutes` that is not cancelled or failed. */
  async findDuplicate(origin: JobOrigin, minutes: number): Promise<number | undefined> {
    const row = await this.#table()
      .where({ ...origin })
      .whereRaw(`created_at > now() - ? * interval '1 minute'`, [minutes])
      .whereNotIn('status', ['cancelled', 'failed'])
      .orderBy('id', 'desc')
      .first('id');
    return row?.id;
  }

  async insert(
    { audience, channels, ...draft }: JobDraft,
    origin: JobOrigin,
  ): Promise<NotificationJob> {
    const rows = await this.#table()
      .insert({ ...draft, ...origin, channels: [...channels], audience: JSON.stringify(audience) })
      .returning<NotificationJob[]>(JOB_COLUMNS);
    return onlyRow(rows);
  }

  /** Raises the version. */
  async updateScheduledAt(id: number, scheduled_at: string): Promise<NotificationJob> {
    return this.#update(id, { scheduled_at, version: this.#db.raw('version + 1') });
  }

  async updateStarted(id: number): Promise<void> {
    await this.#update(id, { status: 'running', started_at: this.#db.fn.now(3) });
  }

  /** Raises the version. */
  async updateCancelled(id: number): Promise<NotificationJob> {
    const version = this.#db.raw('version + 1');
    return this.#update(id, { status: 'cancelled', finished_at: this.#db.fn.now(3), version });
  }

  async updateFailed(id: number, failure_reason: string): Promise<void> {
    const finished_at = this.#db.fn.now(3);
    await this.#update(id, { status: 'failed', failure_reason, finished_at });
  }

  /** Records a batch of recipients, and whether it was the last one. */
  async updateProgress(
    id: number,
    { people, last }: RecipientBatch,
    isLast: boolean,
  ): Promise<void> {
    await this.#update(id, {
      total: this.#db.raw('total + ?', [people]),
      ...(last !== null && { fixed_up_to: last }),
      ...(isLast && { fixed_at: this.#db.fn.now(3) }),
    });
  }

  /**
   * Inserts the next recipients of the audience by user id, at most `limit`. Each gets a
   * notification with their own text, and a delivery if the job uses the messenger: skipped when
   * the user is unreachable or has turned messages off. Reports the users for the live streams.
   */
  async insertRecipients(
    { id: job_id, type, quest_id, action_url, channels, fixed_up_to, ...job }: NotificationJob,
    { limit, now }: { limit: number; now: string },
  ): Promise<RecipientBatch> {
    const in_app = channels.includes('in_app');
    const by_messenger = channels.includes('messenger');
    const data = JSON.stringify(quest_id === null ? {} : { quest_id });
    const picked = renderedQuery(this.#db, { ...job, id: job_id, now })
      .where('u.id', '>', fixed_up_to)
      .orderBy('u.id')
      .limit(limit)
      // Waits for a running erasure, and then skips the erased user.
      .forKeyShare('u');
    const { rows } = await this.#db
      .raw<{ rows: (RecipientBatch & NotifiedRow)[] }>(
        `with notified as (
         insert into notifications (user_id, type, title, body, action_url, job_id, in_app, data)
         select user_id, :type, title, body, :action_url, :job_id, :in_app, :data
           from :picked as picked
         returning id, user_id
       )${by_messenger ? `, delivered as (${DELIVERED})` : ''}
       select count(*) as people, max(user_id) as last,
              ${by_messenger ? `(select count(*) from delivered where status = 'queued')` : '0'} as messages,
              ${in_app ? notifiedColumn() : 'null as notified'}
         from notified`,
        { picked, type, action_url, job_id, in_app, data, topic: TOPIC_OF[type] },
      )
      .options(UNNAMED);
    const { notified, ...batch } = onlyRow(rows);
    this.#onNotified(notified);
    return batch;
  }

  /** Cancels the reminders of a quest that have not started. Returns their ids. */
  async updateRemindersCancelled(quest_id: number): Promise<number[]> {
    const rows = await this.#table()
      .where({ quest_id, status: 'scheduled' })
      .update({ status: 'cancelled', finished_at: this.#db.fn.now(3) })
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  /** Skips the queued messages of a cancelled job. Messages in flight still get their result. */
  async updateQueuedToSkipped(job_id: number): Promise<void> {
    await this.#db.raw(`set local statement_timeout = ${CANCEL_MS}`);
    await bulkQuery(
      this.#db,
      `update deliveries set status = 'skipped', reason = 'cancelled'
        where job_id = :job_id and status = 'queued'`,
      { job_id },
    );
  }

  /** Completes the running jobs whose recipients all have a final state. Returns their ids. */
  async updateCompleted(): Promise<number[]> {
    const { rows } = await this.#db.raw<{ rows: { id: number }[] }>(
      `update notification_jobs j set status = 'completed', finished_at = now()
        where status = 'running' and fixed_at is not null
          and not exists (select from deliveries d
                           where d.job_id = j.id and d.status in ('queued', 'sending'))
       returning j.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Removes an erased user's messenger id from the audiences of all jobs. */
  async deleteMessengerId(messenger_id: number): Promise<void> {
    await this.#db.raw(
      `update notification_jobs
          set audience = jsonb_set(audience, '{messenger_ids}', coalesce(
                (select jsonb_agg(named)
                   from jsonb_array_elements(audience -> 'messenger_ids') as ids (named)
                  where named <> to_jsonb(:messenger_id::bigint)), '[]'))
        where audience -> 'messenger_ids' @> to_jsonb(:messenger_id::bigint)`,
      { messenger_id },
    );
  }

  async #update(id: number, changes: Record<string, unknown>): Promise<NotificationJob> {
    const rows = await this.#table()
      .where({ id })
      .update(changes)
      .returning<NotificationJob[]>(JOB_COLUMNS);
    return onlyRow(rows);
  }

  #table() {
    return this.#db('notification_jobs');
  }
}
