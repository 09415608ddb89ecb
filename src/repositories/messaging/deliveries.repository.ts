import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { type AttemptResult, MAX_ATTEMPTS } from '../../domain/messaging/deliveries.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import { IS_PAUSED } from './messenger-gate.sql.ts';
import { reminderObstacle } from './session-reminders.sql.ts';

/**
 * The lease of a claimed message: longer than an attempt can take. After a worker was killed,
 * another run takes its messages over when the lease expires.
 */
const LEASE_SECONDS = 20;

/**
 * The minimum delay of a retry. A delivery stores only its last `answered_at`, which counts toward
 * the rate limit for one second.
 */
const EARLIEST_RETRY_MS = 1_000;

/** A message that the run must send now. */
export interface ClaimedMessage {
  readonly notification_id: number;
  readonly user_id: number;
  readonly messenger_id: number;
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  /** Includes the attempt about to be made. */
  readonly attempts: number;
}

interface ClaimedRow extends ClaimedMessage {
  readonly status: 'sending' | 'skipped' | 'failed' | 'queued';
}

/** Whether messages may be claimed. */
export interface Gate {
  /** An operator has stopped all messages. */
  readonly is_paused: boolean;
  /** An operator has stopped those of broadcasts and reminders. */
  readonly holds_broadcasts: boolean;
  /** The time for which the messenger wants no messages; 0 without such a pause. */
  readonly wait_ms: number;
}

interface ClaimOptions extends Pick<Gate, 'holds_broadcasts'> {
  readonly limit: number;
  readonly rate: number;
  readonly canSend: boolean;
}

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** The number of deliveries that were skipped, failed or delayed by quiet hours instead. */
  readonly notClaimed: number;
}

/** The result of a claimed message. */
export interface DeliveryResult extends AttemptResult {
  readonly notification_id: number;
  readonly user_id: number;
}

/** SQL for the topics of all types of notifications. */
export const TOPICS = Object.entries(TOPIC_OF)
  .map(([type, topic]) => `('${type}', '${topic}')`)
  .join(', ');

/** SQL for the reason why a delivery `d` to `u` must not be sent; null if it may be sent. */
const OBSTACLE = `case
  when u.erased_at is not null then 'erased'
  when d.attempts >= ${MAX_ATTEMPTS} then 'worker_died'
  when not :can_send then 'not_configured'
  when d.is_test then null
  when j.status <> 'running' then 'cancelled'
  when u.is_blocked then 'account_blocked'
  else coalesce(
    delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic),
    case when d.is_reminder then ${reminderObstacle('moment.now')} end)
end`;

/** Chooses the next deliveries, decides the status of each, and leases those to send. */
const CLAIM = `
  with moment as materialized (select clock_timestamp() as now),
  used as (
    select (select count(*) from deliveries, moment
             where status = 'sending' and leased_until > now)
         + (select count(*) from deliveries, moment
             where answered_at > now - interval '1 second') as count
  ),
  due as (
    (select notification_id, 1 as rank, due_at from deliveries, moment
      where status = 'sending' and leased_until <= now
        and (job_id is null or not :holds_broadcasts) limit :limit)
    union all
    (select notification_id, 1, due_at from deliveries, moment
      where status = 'queued' and job_id is null and due_at <= now
      order by due_at, notification_id limit :limit)
    union all
    (select notification_id, 2, due_at from deliveries, moment
      where status = 'queued' and job_id is not null and due_at <= now and not :holds_broadcasts
      order by due_at, notification_id limit :limit)
  ),
  chosen as (
    select notification_id from due order by rank, due_at, notification_id
     limit (select greatest(0, least(:limit, :rate - count)) from used)
  ),
  -- Skip locked rows: the cancellation of a large job must not stop other messages.
  taken as (
    select notification_id, user_id, job_id, attempts, is_test, is_reminder
      from deliveries
     where notification_id in (select notification_id from chosen)
       and (status = 'queued' or (status = 'sending' and leased_until <= (select now from moment)))
       for no key update skip locked
  ),
  judged as (
    select d.notification_id, u.messenger_id, n.title, n.body, n.action_url,
           ${OBSTACLE} as obstacle,
           case when not d.is_test then
             quiet_until(moment.now, s.quiet_start, s.quiet_end, s.quiet_timezone)
           end as quiet_until
      from moment, taken d
      join notifications n on n.id = d.notification_id
      join users u on u.id = d.user_id
      left join notification_jobs j on j.id = d.job_id
      left join notification_settings s on s.user_id = d.user_id
      left join (values ${TOPICS}) as t (type, topic) on t.type = n.type
  ),
  decided as (
    select *, case
           when obstacle = 'worker_died' then 'failed'
           when obstacle is not null then 'skipped'
           when quiet_until is not null then 'queued'
           else 'sending'
         end as decision
      from judged
  )
  update deliveries d
     set status = decision,
         reason = case when decision = 'queued' then 'quiet_hours' else obstacle end,
         due_at = coalesce(quiet_until, due_at),
         attempts = attempts + (decision = 'sending')::int,
         run_id = case when decision = 'sending' then :run_id::uuid end,
         leased_until = case when decision = 'sending'
           then moment.now + ${LEASE_SECONDS} * interval '1 second' end
    from decided, moment
   where d.notification_id = decided.notification_id
  returning d.notification_id, d.user_id, d.status, d.attempts,
            messenger_id, title, body, action_url`;

/** The state of messenger messages: the source of truth for what was sent. */
export class DeliveriesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Locks the gate row FOR UPDATE: until the transaction ends no other run can claim.
   */
  async lockGate(): Promise<Gate> {
    const { rows } = await this.#db.raw<{ rows: Gate[] }>(
      `select ${IS_PAUSED} and pause_scope = 'all' as is_paused,
              ${IS_PAUSED} and pause_scope = 'broadcasts' as holds_broadcasts,
              greatest(0, ceil(extract(epoch from paused_until - clock_timestamp()) * 1000))::float8
                as wait_ms
         from messenger_gate for update`,
    );
    return onlyRow(rows);
  }

  /** Pauses sending for all processes. A longer pause that is already set stays. */
  async updatePause(ms: number): Promise<void> {
    await this.#db.raw(
      `update messenger_gate
          set paused_until = greatest(paused_until, clock_timestamp() + :ms * interval '1 ms')`,
      { ms },
    );
  }

  /**
   * Leases at most `limit` due messages to this run, messages to single users before those of jobs.
   * Requires `lockGate`. A message counts toward the rate limit from its claim until one second
   * after its answer. The messenger thus never receives more than `rate` messages in any second,
   * however long a request takes. Without `canSend`, due messages are skipped instead. A pause of
   * broadcasts (`holds_broadcasts`) leaves theirs.
   */
  async updateLeases(
    run_id: string,
    { limit, rate, canSend, holds_broadcasts }: ClaimOptions,
  ): Promise<Claim> {
    const bindings = { run_id, limit, rate, can_send: canSend, holds_broadcasts };
    const { rows } = await this.#db.raw<{ rows: ClaimedRow[] }>(CLAIM, bindings);
    const messages = rows.filter(({ status }) => status === 'sending');
    return { messages, notClaimed: rows.length - messages.length };
  }

  /**
   * Records the results of messages that this run claimed. Ignores a message that another run took
   * over after its lease expired. A message of a cancelled job is not retried.
   */
  async updateResults(run_id: string, results: readonly DeliveryResult[]): Promise<void> {
    await this.#db.raw(
      `update deliveries d
          set status = case when is_over then 'skipped' else r.status end,
              reason = case when is_over then 'cancelled' else r.reason end,
              run_id = null, leased_until = null,
              attempts = d.attempts - (not r.is_counted)::int,
              due_at = clock_timestamp()
                + greatest(r.delay_ms, ${EARLIEST_RETRY_MS}) * interval '1 ms',
              answered_at = clock_timestamp()
         from jsonb_to_recordset(:results::jsonb) as r (
           notification_id bigint, status text, reason text, delay_ms float8, is_counted boolean)
         join notifications n on n.id = r.notification_id
         left join notification_jobs j on j.id = n.job_id,
              lateral (select r.status = 'queued' and j.status = 'cancelled' as is_over) as o
        where d.notification_id = r.notification_id and d.run_id = :run_id`,
      { run_id, results: JSON.stringify(results) },
    );
  }

  /**
   * The time until the next message is due or the next lease expires, apart from those that a pause of
   * broadcasts holds back. Undefined when no other message is queued or in flight.
   */
  async findNextDueMs(): Promise<number | undefined> {
    const { rows } = await this.#db.raw<{ rows: { due_ms: number | null }[] }>(
      `select ceil(extract(epoch from least(
                (select min(due_at) from deliveries where status = 'queued' and job_id is null),
                case when not held then
                  (select min(due_at) from deliveries where status = 'queued' and job_id is not null)
                end,
                (select min(leased_until) from deliveries
                  where status = 'sending' and (job_id is null or not held))
              ) - clock_timestamp()) * 1000)::float8 as due_ms
         from (select ${IS_PAUSED} and pause_scope = 'broadcasts' as held from messenger_gate) as gate`,
    );
    return onlyRow(rows).due_ms ?? undefined;
  }

  /** The number of due messages: those that a run would claim if it could. */
  async countDue(): Promise<number> {
    const { rows } = await this.#db.raw<{ rows: { due: number }[] }>(
      `with moment as materialized (select clock_timestamp() as now)
       select (select count(*) from deliveries, moment
                where status = 'queued' and job_id is null and due_at <= now)
            + (select count(*) from deliveries, moment
                where status = 'queued' and job_id is not null and due_at <= now)
            + (select count(*) from deliveries, moment
                where status = 'sending' and leased_until <= now) as due`,
    );
    return onlyRow(rows).due;
  }
}
