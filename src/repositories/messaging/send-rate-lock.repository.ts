import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Pause, Sending } from '../../domain/operations/sending.ts';
import { IS_PAUSED } from './send-rate-lock.sql.ts';

/** The operator's switch of the sending, for all processes. `deliveries` claims only while it is on. */
export class SendRateLockRepository extends OnDatabase {
  /**
   * Stops the sending, before any other claim; a pause that holds already gets these terms. Returns
   * false if it had them.
   */
  async updatePaused({ scope, until, reason }: Pause): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update messenger_gate
          set paused_at = case when ${IS_PAUSED} then paused_at else now() end,
              pause_scope = :scope, pause_ends_at = :until, pause_reason = :reason
        where not ${IS_PAUSED}
           or (pause_scope, pause_ends_at, pause_reason)
              is distinct from (:scope, :until::timestamptz, :reason)`,
      { scope, until, reason },
    );
    return rowCount > 0;
  }

  /** Starts the sending again. Returns false if it was not stopped. */
  async updateResumed(): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update messenger_gate
          set paused_at = null, pause_scope = 'all', pause_ends_at = null, pause_reason = null
        where ${IS_PAUSED}`,
    );
    return rowCount > 0;
  }

  /**
   * Pauses sending for all processes if the messenger asked for pauses of several chats within 10 s.
   * Requires `lockSendRate` of `deliveries`: two processes may learn of one chat each.
   */
  async updateSlowed(ms: number): Promise<void> {
    await this.db.raw(
      `update messenger_gate
          set paused_until = greatest(paused_until, clock_timestamp() + :ms * interval '1 ms')
        where (select count(*) from messenger_chats
                where slowed_at > clock_timestamp() - interval '10 seconds') > 1`,
      { ms },
    );
  }

  async findSending(): Promise<Sending> {
    const { rows } = await this.db.raw<{ rows: Sending[] }>(
      `select case when ${IS_PAUSED} then paused_at end as paused_at,
              case when ${IS_PAUSED} then pause_scope end as scope,
              case when ${IS_PAUSED} then pause_ends_at end as until,
              case when ${IS_PAUSED} then pause_reason end as reason,
              due, later,
              greatest(0, ceil(extract(epoch from paused_until - now()) * 1000))::float8 as wait_ms,
              (select count(*) from deliveries
                where is_reminder and status = 'skipped' and reason = 'outdated'
                  and due_at > now() - interval '1 day') as outdated_reminders,
              (select count(*) from notification_jobs where status = 'running') as running_jobs,
              (select count(*) from notification_jobs where status = 'scheduled') as scheduled_jobs
         from messenger_gate,
              (select count(*) filter (where due_at <= now()) as due,
                      count(*) filter (where due_at > now()) as later
                 -- Each count has its own partial index.
                 from (select timestamptz '-infinity' as due_at from deliveries where status = 'sending'
                       union all
                       select due_at from deliveries where status = 'queued' and job_id is null
                       union all
                       select due_at from deliveries where status = 'queued' and job_id is not null
                      ) as open) as waiting`,
    );
    return onlyRow(rows);
  }
}
