import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery } from '../../db/staging.ts';
import type { DueJobs, DueMessages, DueWork, Restore } from '../../domain/operations/restores.ts';

/** The statement timeout: a restored broadcast updates one row per recipient. */
const RESTORE_MS = 110_000;

/** SQL: whether a notification job was due by now, or running when the backup was taken. */
const IS_DUE_JOB = `(status = 'running' or (status = 'scheduled' and scheduled_at <= now()))`;
const COUNT_JOBS = `
  count(*) filter (where type = 'message' and status = 'scheduled') as scheduled_broadcasts,
  count(*) filter (where type = 'message' and status = 'running') as running_broadcasts,
  count(*) filter (where type = 'quest_reminder') as reminders`;

/** SQL: whether a delivery was due by now, in flight at the backup, or of a job that the restore ended. */
const IS_DUE_MESSAGE = `(
  status = 'sending' or (status = 'queued' and (
    due_at <= now()
    or job_id in (select id from notification_jobs where failure_reason = 'restored'))))`;
const COUNT_MESSAGES = `
  count(job_id) as broadcast_messages,
  count(*) filter (where job_id is null) as single_messages`;

/** SQL for the subjects of messages that are not over. A seat ends with its event or conference. */
const AHEAD = `
  select unnest(array['event:' || id, 'event_seat:' || id]) as subject
    from events where coalesce(ends_at, starts_at) > now()
  union all
  select 'agenda_item:' || id from agenda_items where ends_at > now()
  union all
  select unnest(array['conference:' || id, 'conference_seat:' || id, 'welcome:' || id])
    from conferences where ends_at > now()
  union all
  select 'connection:' || id from connections where status = 'pending'
  union all
  select unnest(array['quest:' || id, 'quest_reminder:' || id])
    from quests where coalesce(ends_at, 'infinity') > now()`;

/**
 * Restores of this database from a backup: one row for each handled restore, with the due work of
 * the backup. The lost database perhaps did that work after the backup.
 */
export class RestoresRepository extends OnDatabase {
  /** Whether a time is ahead of the database's clock. */
  async findIsFuture(taken_at: string): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { is_future: boolean }[] }>(
      'select :taken_at::timestamptz > now() as is_future',
      { taken_at },
    );
    return onlyRow(rows).is_future;
  }

  async find(taken_at: string): Promise<(Restore & { readonly done_at: string }) | undefined> {
    return this.db('restores').where({ taken_at }).first('taken_at', 'is_resent', 'done_at');
  }

  /**
   * Returns false for a restore that was handled before, after waiting for another process that handles
   * it. Gives the statements of the transaction time for a large database.
   */
  async insert(restore: Restore): Promise<boolean> {
    await this.db.raw(`set local statement_timeout = ${RESTORE_MS}`);
    const rows = await this.db('restores')
      .insert({ ...restore })
      .onConflict('taken_at')
      .ignore()
      .returning('taken_at');
    return rows.length > 0;
  }

  /**
   * Fails the notification jobs that were due, and those with missing recipients. Returns the
   * number of due or running ones.
   */
  async updateJobsSkipped(): Promise<DueJobs> {
    return this.#count<DueJobs>(
      `with due as (
         select id, type, status, fixed_at from notification_jobs
          where ${IS_DUE_JOB} order by id for update
       ), forgotten as (
         delete from broadcast_recipients
          where job_id in (select id from due where fixed_at is null)
       ), failed as (
         update notification_jobs j
            set status = 'failed', failure_reason = 'restored', finished_at = now()
           from due where j.id = due.id and due.fixed_at is null
       )
       select ${COUNT_JOBS} from due`,
    );
  }

  /** Makes the notification jobs that were due start now, so that none is too late. */
  async updateJobsDue(): Promise<DueJobs> {
    return this.#count<DueJobs>(
      `with due as (
         select id, type, status from notification_jobs where ${IS_DUE_JOB} order by id for update
       ), moved as (
         update notification_jobs j set scheduled_at = now()
           from due where j.id = due.id and due.status = 'scheduled'
       )
       select ${COUNT_JOBS} from due`,
    );
  }

  /** Skips the messages that were due. Requires `deliveries.lockSendRate`, and no process that sends. */
  async updateMessagesSkipped(): Promise<DueMessages> {
    return this.#count<DueMessages>(
      `with skipped as (
         update deliveries
            set status = 'skipped', reason = 'restored', run_id = null, leased_until = null
          where ${IS_DUE_MESSAGE}
         returning job_id
       )
       select ${COUNT_MESSAGES} from skipped`,
    );
  }

  async countDueMessages(): Promise<DueMessages> {
    return this.#count<DueMessages>(
      `select ${COUNT_MESSAGES} from deliveries where ${IS_DUE_MESSAGE}`,
    );
  }

  /**
   * Empties the outbox of webhooks, and skips the deliveries that waited. Receivers keep the highest sequence,
   * so what they were sent since stays newer. Returns the number of deliveries.
   */
  async updateWebhooksSkipped(): Promise<number> {
    const { count } = await this.#count<{ count: number }>(
      `with emptied as (
         delete from webhook_changes
       ), skipped as (
         update webhook_deliveries
            set status = 'skipped', reason = 'restored', run_id = null, leased_until = null
          where status in ('queued', 'sending')
         returning 1
       )
       select count(*) from skipped`,
    );
    return count;
  }

  async countWaitingWebhooks(): Promise<number> {
    const { count } = await this.#count<{ count: number }>(
      `select count(*) from webhook_deliveries where status in ('queued', 'sending')`,
    );
    return count;
  }

  /**
   * Makes the worker write the messages in chats again that speak of what lies ahead: the lost
   * database perhaps edited them after the backup. Returns their number.
   */
  async updateMessagesStale(): Promise<number> {
    const { stale_messages } = await this.#count<Pick<DueWork, 'stale_messages'>>(
      `with ahead as (${AHEAD}),
       stale as (
         update bot_messages set content_hash = null, edit_due_at = now()
          where state = 'standing' and id in (
            select s.bot_message_id from bot_message_subjects s join ahead using (subject))
         returning 1
       )
       select count(*) as stale_messages from stale`,
    );
    return stale_messages;
  }

  /**
   * Makes the worker ask the partner about each unfinished mint before it sends the mint. Returns
   * their number.
   */
  async updateMintsUnknown(): Promise<number> {
    return this.db('partner_mints')
      .whereIn('status', ['pending', 'unknown'])
      .update({ status: 'unknown' });
  }

  /**
   * Drops the runs of sources that wait or ran: the lost database perhaps decided on them, or had other
   * content.
   */
  async updateSourceRunsDropped(): Promise<void> {
    await this.db('source_runs')
      .whereIn('status', ['waiting', 'running'])
      .update({
        status: this.db.raw(`case status when 'waiting' then 'discarded' else 'failed' end`),
        error: this.db.raw(`case status when 'running' then 'interrupted' end`),
        finished_at: this.db.raw('coalesce(finished_at, now())'),
      });
  }

  /** Has the sources read again in an hour, also what waited. Returns their number. */
  async updateSources(): Promise<number> {
    return this.db('sources').update({
      next_run_at: this.db.raw(`now() + interval '1 hour'`),
      seen_hash: null,
      run_id: null,
      leased_until: null,
    });
  }

  /**
   * Skips the next `gap` ids of each table. Ids that were assigned after the backup still exist
   * outside, in keys of mints, codes of tickets and cached files, and must never be reused.
   */
  async updateNextIds(gap: number): Promise<void> {
    await bulkQuery(
      this.db,
      `select count(nextval(c.oid::regclass))
         from pg_class c
         join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
              cross join generate_series(1, :gap)
        where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace`,
      { gap },
    );
  }

  /** The number of due jobs of the queue, without the dead ones, which no worker fetches. */
  async countQueuedJobs(): Promise<number> {
    const { count } = await this.#count<{ count: number }>(
      `select count(*) from pgboss.job
        where state < 'completed' and start_after <= now() and name <> 'dead-jobs'`,
    );
    return count;
  }

  async #count<Counts>(sql: string): Promise<Counts> {
    const rows = await bulkQuery<Counts>(this.db, sql);
    return onlyRow(rows);
  }
}
