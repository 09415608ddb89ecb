import type { Knex } from 'knex';
import { NOTIFY } from '../../db/notify-channel.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulk } from '../../db/staging.ts';
import type { JobDraft, NotificationJob } from '../../domain/messaging/notification-jobs.ts';
import { TOPIC_OF } from '../../domain/messaging/notifications.ts';
import { WHY_NO_MESSAGE } from './notifications.repository.ts';
import { renderedQuery } from './rendering.ts';

/** All that is a `NotificationJob`. */
export const JOB_COLUMNS = [
  'id',
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
  'created_at',
] as const satisfies readonly (keyof NotificationJob)[];

/** How long cancelling may take, in milliseconds: it has as many rows as there are recipients. */
const CANCEL_MS = 60_000;

/** Who asked for a job, and for what. */
export interface JobOrigin {
  /** The administrator's API key. */
  readonly created_by: string;
  /** As `contentHash` has it; null for a spreadsheet. */
  readonly content_hash: string | null;
}

/** What a batch of recipients made. */
export interface RecipientBatch {
  readonly people: number;
  /** The last of them; null where there was nobody. */
  readonly last: number | null;
  /** How many messages wait for the messenger. */
  readonly messages: number;
}

/**
 * The messages of the recipients `told`. Their people are looked up once more, by index: to join what
 * was picked with what was told is quadratic whenever the planner expects few of them.
 */
const DELIVERED = `
  insert into deliveries (notification_id, user_id, job_id, status, reason)
  select id, user_id, :job_id, case when obstacle is null then 'queued' else 'skipped' end, obstacle
    from (select t.id, t.user_id, ${WHY_NO_MESSAGE} as obstacle
            from notified t
            join users u on u.id = t.user_id
            left join notification_settings s on s.user_id = t.user_id) as judged
  returning status`;

/** The jobs themselves, and making their recipients; what changes a job needs its lock. */
export class NotificationJobsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<NotificationJob | undefined> {
    return this.#table()
      .where({ id })
      .first(...JOB_COLUMNS);
  }

  /** The ids of those that should have begun before this time, or have not all their recipients. */
  async listOverdue(before: string): Promise<number[]> {
    return this.#table()
      .where((due) => due.where({ status: 'scheduled' }).where('scheduled_at', '<=', before))
      .orWhere((stuck) =>
        stuck.where({ status: 'running', fixed_at: null }).where('started_at', '<=', before),
      )
      .orderBy('id')
      .pluck('id');
  }

  /** Locks the row until the transaction ends. */
  async lock(id: number): Promise<NotificationJob | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...JOB_COLUMNS);
  }

  /** Requests for the same broadcast by one API key wait for each other until the transaction ends. */
  async lockContent({ created_by, content_hash }: JobOrigin): Promise<void> {
    await this.#db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      `broadcast ${content_hash} by ${created_by}`,
    ]);
  }

  /** The id of the newest job of this origin in the last `minutes`, unless it was cancelled or failed. */
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

  async updateScheduledAt(id: number, scheduled_at: string): Promise<NotificationJob> {
    return this.#update(id, { scheduled_at });
  }

  async updateStarted(id: number): Promise<void> {
    await this.#update(id, { status: 'running', started_at: this.#db.fn.now(3) });
  }

  async updateCancelled(id: number): Promise<NotificationJob> {
    return this.#update(id, { status: 'cancelled', finished_at: this.#db.fn.now(3) });
  }

  async updateFailed(id: number, failure_reason: string): Promise<void> {
    const finished_at = this.#db.fn.now(3);
    await this.#update(id, { status: 'failed', failure_reason, finished_at });
  }

  /** Notes who became recipients, and whether they were the last. */
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
   * Makes the next people of the audience recipients, by id, at most `limit`: each has their own
   * text, and a messenger message if the job asks for one and they want and can get it. Once all of
   * this commits, open streams are told.
   */
  async insertRecipients(
    { id: job_id, action_url, channels, fixed_up_to, ...job }: NotificationJob,
    { limit, now }: { limit: number; now: string },
  ): Promise<RecipientBatch> {
    const in_app = channels.includes('in_app');
    const by_messenger = channels.includes('messenger');
    const picked = renderedQuery(this.#db, { ...job, id: job_id, now })
      .where('u.id', '>', fixed_up_to)
      .orderBy('u.id')
      .limit(limit)
      // Whoever is being erased is waited for, and is then nobody to write to.
      .forKeyShare('u');
    const { rows } = await this.#db.raw<{ rows: RecipientBatch[] }>(
      `with notified as (
         insert into notifications (user_id, type, title, body, action_url, job_id, in_app)
         select user_id, 'message', title, body, :action_url, :job_id, :in_app
           from :picked as picked
         returning id, user_id
       )${by_messenger ? `, delivered as (${DELIVERED})` : ''}
       select count(*) as people, max(user_id) as last,
              ${by_messenger ? `(select count(*) from delivered where status = 'queued')` : '0'} as messages
              ${in_app ? `, ${NOTIFY}` : ''}
         from notified`,
      { picked, action_url, job_id, in_app, topic: TOPIC_OF.message },
    );
    return onlyRow(rows);
  }

  /** What waits for the messenger is not sent any more; what is on its way ends by itself. */
  async updateQueuedToSkipped(job_id: number): Promise<void> {
    await this.#db.raw(`set local statement_timeout = ${CANCEL_MS}`);
    await bulk(
      this.#db,
      `update deliveries set status = 'skipped', reason = 'cancelled'
        where job_id = :job_id and status = 'queued'`,
      { job_id },
    );
  }

  /** Marks the running jobs as completed all of whose recipients have their final state. */
  async updateCompleted(): Promise<void> {
    await this.#db.raw(
      `update notification_jobs j set status = 'completed', finished_at = now()
        where status = 'running' and fixed_at is not null
          and not exists (select from deliveries d
                           where d.job_id = j.id and d.status in ('queued', 'sending'))`,
    );
  }

  /** Takes somebody who is erased out of the audiences that named them. */
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
