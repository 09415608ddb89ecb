import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { type AttemptResult, MAX_ATTEMPTS } from '../../domain/messaging/deliveries.ts';
import { TOPIC_OF } from '../../domain/messaging/notifications.ts';

/**
 * How long a message belongs to who claimed it, in seconds: longer than an attempt can take, and
 * what is left of a killed worker is taken over when it has passed.
 */
const LEASE_SECONDS = 20;

/**
 * How soon a message is tried again at the earliest, in milliseconds: only its last answer is kept,
 * and that has to have left the count of the rate by then.
 */
const EARLIEST_RETRY_MS = 1_000;

/** A message that the claiming run is to send now. */
export interface ClaimedMessage {
  readonly notification_id: number;
  readonly user_id: number;
  readonly messenger_id: number;
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  /** This attempt included. */
  readonly attempts: number;
}

interface ClaimedRow extends ClaimedMessage {
  readonly status: 'sending' | 'skipped' | 'failed' | 'queued';
}

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** How many others were looked at: skipped, given up, or put off until quiet hours end. */
  readonly passedOver: number;
}

/** What came of a claimed message. */
export interface DeliveryResult extends AttemptResult {
  readonly notification_id: number;
  readonly user_id: number;
}

const TOPICS = Object.entries(TOPIC_OF)
  .map(([type, topic]) => `('${type}', '${topic}')`)
  .join(', ');

/** SQL for why a delivery `d` to `u` shall not be sent any more; null where nothing speaks against it. */
const OBSTACLE = `case
  when u.erased_at is not null then 'erased'
  when d.attempts >= ${MAX_ATTEMPTS} then 'worker_died'
  when d.is_test then null
  when j.status <> 'running' then 'cancelled'
  when u.is_blocked then 'account_blocked'
  else delivery_skip_reason(
    u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic)
end`;

/** Who is next, what speaks against each of them, and what is thereby decided; see `claim`. */
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
      where status = 'sending' and leased_until <= now limit :limit)
    union all
    (select notification_id, 1, due_at from deliveries, moment
      where status = 'queued' and job_id is null and due_at <= now
      order by due_at, notification_id limit :limit)
    union all
    (select notification_id, 2, due_at from deliveries, moment
      where status = 'queued' and job_id is not null and due_at <= now
      order by due_at, notification_id limit :limit)
  ),
  chosen as (
    select notification_id from due order by rank, due_at, notification_id
     limit (select greatest(0, least(:limit, :rate - count)) from used)
  ),
  -- What somebody holds is not waited for: cancelling many would stop everybody's messages.
  taken as (
    select notification_id, user_id, job_id, attempts, is_test
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

/** The messenger messages, whose state is the truth about what was sent. */
export class DeliveriesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Until the transaction ends nobody else claims. Returns how long everybody is to wait, in
   * milliseconds; 0 when the way is free.
   */
  async lockGate(): Promise<number> {
    const { rows } = await this.#db.raw<{ rows: { wait_ms: number }[] }>(
      `select greatest(0, ceil(extract(epoch from paused_until - clock_timestamp()) * 1000))::float8
           as wait_ms
         from messenger_gate for update`,
    );
    return onlyRow(rows).wait_ms;
  }

  /** Has everybody wait so long, or longer where that was said already. */
  async updatePause(ms: number): Promise<void> {
    await this.#db.raw(
      `update messenger_gate
          set paused_until = greatest(paused_until, clock_timestamp() + :ms * interval '1 ms')`,
      { ms },
    );
  }

  /**
   * Gives this run the messages that are due, at most `limit`, those to one person before those of
   * jobs. Needs the lock of the gate: a message counts towards the rate from its claim until a
   * second after its answer, so that whatever a message meets on its way, the messenger never sees
   * more than `rate` of them in any second.
   */
  async updateLeases(
    run_id: string,
    { limit, rate }: { limit: number; rate: number },
  ): Promise<Claim> {
    const { rows } = await this.#db.raw<{ rows: ClaimedRow[] }>(CLAIM, { run_id, limit, rate });
    const messages = rows.filter(({ status }) => status === 'sending');
    return { messages, passedOver: rows.length - messages.length };
  }

  /**
   * Writes down what came of messages that this run claimed. A message that somebody else took over
   * meanwhile, since we were too slow, is theirs; one of a job that was cancelled meanwhile is not
   * tried again.
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
   * How long until there may be something to do, in milliseconds: a message falls due, or one is
   * left over by a worker that died. Undefined when nothing waits at all.
   */
  async findNextDueMs(): Promise<number | undefined> {
    const { rows } = await this.#db.raw<{ rows: { due_ms: number | null }[] }>(
      `select ceil(extract(epoch from least(
                (select min(due_at) from deliveries where status = 'queued' and job_id is null),
                (select min(due_at) from deliveries where status = 'queued' and job_id is not null),
                (select min(leased_until) from deliveries where status = 'sending')
              ) - clock_timestamp()) * 1000)::float8 as due_ms`,
    );
    return onlyRow(rows).due_ms ?? undefined;
  }
}
