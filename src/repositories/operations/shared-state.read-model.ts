import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { SharedState } from '../../domain/operations/shared-state.ts';
import { IS_PAUSED } from '../messaging/send-rate-lock.sql.ts';
import { IS_DEAD } from './queued-jobs.sql.ts';

/** The condition of the index by which workers fetch jobs. */
const IS_WAITING = `j.state < 'active' and not j.blocked`;

/** Reads what metrics and the status show of the work of all processes. */
export class SharedStateReadModel extends OnDatabase {
  /** One statement, because it runs every 15 seconds in each worker. */
  async find(): Promise<SharedState> {
    const { rows } = await this.db.raw<{ rows: SharedState[] }>(
      `select
         (select coalesce(json_agg(q), '[]') from (
            select j.name, count(*) as waiting,
                   extract(epoch from max(now() - j.start_after))::float8 as oldest_wait_s
              from pgboss.job j
             where ${IS_WAITING} and not ${IS_DEAD} and j.start_after <= now()
             group by j.name order by j.name) as q) as queues,
         (select count(*) from pgboss.job j where ${IS_WAITING} and ${IS_DEAD}) as dead_jobs,
         due.messages_due, due.oldest_due_s,
         case when ${IS_PAUSED} then paused_at end as paused_at,
         case when ${IS_PAUSED} then pause_scope end as pause_scope,
         case when ${IS_PAUSED} then pause_ends_at end as pause_ends_at,
         case when ${IS_PAUSED} then pause_reason end as pause_reason,
         -- The pause and its audit row have the time of one transaction.
         case when ${IS_PAUSED} then (
           select l.actor from audit_log l
            where l.action = 'sending.pause' and l.at >= paused_at
            order by l.id desc limit 1) end as paused_by,
         (select count(*) from notification_jobs where status = 'running') as running_broadcasts,
         (select count(*) from partner_mints where status in ('pending', 'unknown')) as open_mints,
         (select count(*) from due_settlements) as due_settlements,
         (select count(*) from sources where off_reason <> 'by_hand') as sources_off,
         (select coalesce(sum(bytes), 0)::bigint from media where status = 'ready') as media_bytes,
         (select count(*) from webhook_changes) as webhook_changes,
         webhooks.oldest_webhook_s, webhooks.failing_webhooks, webhooks.off_webhooks,
         (select max(taken_at) from backups) as last_backup_at
       from messenger_gate,
         (select count(*) filter (where e.status = 'failing') as failing_webhooks,
                 count(*) filter (where e.off_reason <> 'by_hand') as off_webhooks,
                 coalesce(greatest(extract(epoch from now() - min(next.due_at)
                   filter (where e.status = 'active')), 0), 0)::float8 as oldest_webhook_s
            from webhook_endpoints e
                 cross join lateral (select min(d.due_at) as due_at from webhook_deliveries d
                   where d.endpoint_id = e.id and d.status = 'queued') as next) as webhooks,
         (select count(*) as messages_due,
                 coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest_due_s
            -- Each part has its own partial index.
            from (select due_at from deliveries
                   where status = 'queued' and job_id is null and due_at <= now()
                  union all
                  select due_at from deliveries
                   where status = 'queued' and job_id is not null and due_at <= now()) as open
         ) as due`,
    );
    return onlyRow(rows);
  }
}
