import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { AttemptResult } from '../../domain/messaging/deliveries.ts';
import type { SentNotification } from '../../domain/messaging/rendered-messages.ts';
import { CLAIM, NEXT_DUE } from './leases.sql.ts';
import { CHAT_SPACING, IS_PAUSED } from './send-rate-lock.sql.ts';

/**
 * The minimum delay of a retry. A delivery stores only its last `answered_at`, which counts toward
 * the rate limit for one second.
 */
const EARLIEST_RETRY_MS = 1_000;

/** What a message is rendered from, and for whom. */
interface RenderedFrom {
  readonly user_id: number;
  readonly chat_id: number;
  /** Includes the attempt about to be made. */
  readonly attempts: number;
  /** The tag of the language of the user, if it is known. */
  readonly language: string | null;
  readonly type: SentNotification['type'];
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  readonly data: unknown;
  readonly args: unknown;
  readonly before: unknown;
  readonly job_id: number | null;
  readonly is_recalled: boolean;
  /** The time of the claim. */
  readonly at: string;
  readonly has_newer: boolean;
}

/** A message that the run has to send. */
export interface SendingRow extends RenderedFrom {
  readonly decision: 'sending';
  readonly notification_id: number;
  /** Those of its notification. */
  readonly subjects: null;
}

/** A message in a chat that may be stale. The columns of its notification are null once it is deleted. */
export interface EditingRow extends RenderedFrom {
  readonly decision: 'editing';
  readonly notification_id: number | null;
  readonly bot_message_id: number;
  readonly message_id: number;
  /** Null if it is not known what stands in the chat. */
  readonly content_hash: string | null;
  readonly subjects: readonly string[];
  readonly is_deletable: boolean;
}

/** `gone`: the user of the message left the bot. */
interface DecidedRow {
  readonly decision: 'skipped' | 'failed' | 'queued' | 'gone';
}

/** Whether messages may be claimed. */
export interface SendRate {
  /** An operator has stopped all messages. */
  readonly is_paused: boolean;
  /** An operator has stopped those of broadcasts and reminders. */
  readonly holds_broadcasts: boolean;
  /** The time for which the messenger wants no messages; 0 without such a pause. */
  readonly wait_ms: number;
  /** Something that messages speak of has changed. */
  readonly has_changes: boolean;
}

interface ClaimOptions extends Pick<SendRate, 'holds_broadcasts'> {
  readonly limit: number;
  readonly rate: number;
  readonly canSend: boolean;
}

/** The result of a claimed message. */
export interface DeliveryResult extends AttemptResult {
  readonly notification_id: number;
  readonly bot_message_id: number;
  readonly user_id: number;
  readonly chat_id: number;
  /** Null unless it was sent. */
  readonly message_id: number | null;
}

/**
 * The results of sent messages `given`: those of this run that it still holds. A message in a chat makes
 * older ones about the same due, which are folded. What was refused stands nowhere; of what has an
 * unknown result, the row waits for the retry.
 */
const RECORD = `
  with given as materialized (
    select r.*, clock_timestamp() as at from jsonb_to_recordset(:results::jsonb) as r (
      notification_id bigint, bot_message_id bigint, chat_id bigint, message_id bigint, status text,
      reason text, delay_ms float8, is_counted boolean)
  ),
  recorded as (
    update deliveries d
       set status = case when is_over then 'skipped' else r.status end,
           reason = case when is_over then 'cancelled' else r.reason end,
           run_id = null, leased_until = null,
           attempts = d.attempts - (not r.is_counted)::int,
           due_at = r.at + greatest(r.delay_ms, ${EARLIEST_RETRY_MS}) * interval '1 ms',
           answered_at = r.at
      from given r
      join notifications n on n.id = r.notification_id
      left join notification_jobs j on j.id = n.job_id,
           lateral (select r.status = 'queued' and j.status = 'cancelled' as is_over) as o
     where d.notification_id = r.notification_id and d.run_id = :run_id
  ),
  stood as (
    update bot_messages b
       set state = case r.status when 'sent' then 'standing' else 'sending' end,
           message_id = r.message_id, sent_at = case r.status when 'sent' then r.at end,
           run_id = null, leased_until = null
      from given r
     where b.id = r.bot_message_id and b.run_id = :run_id and b.state = 'sending'
       and r.status <> 'failed'
    returning b.id, b.user_id, b.state, b.sent_at
  ),
  refused as (
    delete from bot_messages b using given r
     where b.id = r.bot_message_id and b.run_id = :run_id and b.state = 'sending'
       and r.status = 'failed'
  ),
  older as (
    update bot_messages o
       set edit_due_at = least(o.edit_due_at, s.sent_at)
      from stood s
     where s.state = 'standing' and o.user_id = s.user_id and o.id <> s.id and o.state = 'standing'
       and exists (
         select from bot_message_subjects mine
           join bot_message_subjects theirs on theirs.subject = mine.subject
          where mine.bot_message_id = s.id and theirs.bot_message_id = o.id
            and mine.subject not like 'job:%')
  )
  update messenger_chats c
     set free_at = r.at + ${CHAT_SPACING}
    from given r where c.chat_id = r.chat_id`;

// Compiled, so that PostgreSQL keeps their plans: to plan a claim takes 20 to 35 ms, to run it 2.
type ClaimRow = SendingRow | EditingRow | DecidedRow;
type Run = { readonly run_id: string };
type CanSend = { readonly can_send: boolean };
const UPDATE_LEASES = statement<
  Pick<ClaimOptions, 'limit' | 'rate' | 'holds_broadcasts'> & Run & CanSend,
  ClaimRow
>((db, { run_id, limit, rate, can_send, holds_broadcasts }) =>
  db.raw(CLAIM, { run_id, limit, rate, can_send, holds_broadcasts }),
);
const UPDATE_RESULTS = statement<Run & { readonly results: string }, never>(
  (db, { run_id, results }) => db.raw(RECORD, { run_id, results }),
);
const FIND_NEXT_DUE = statement<CanSend, { readonly due_ms: number | null }>((db, { can_send }) =>
  db.raw(NEXT_DUE, { can_send }),
);

/** The state of messenger messages: the source of truth for what was sent. */
export class DeliveriesRepository extends OnDatabase {
  /**
   * Locks the gate row FOR UPDATE: until the transaction ends no other run can claim. Until then PostgreSQL
   * uses the plans that it keeps. They may be older than the rows, so none of them reads a whole table.
   */
  async lockSendRate(): Promise<SendRate> {
    const { rows } = await this.db.raw<{ rows: SendRate[] }>(
      `select ${IS_PAUSED} and pause_scope = 'all' as is_paused,
              ${IS_PAUSED} and pause_scope = 'broadcasts' as holds_broadcasts,
              greatest(0, ceil(extract(epoch from paused_until - clock_timestamp()) * 1000))::float8
                as wait_ms,
              exists (select from changed_subjects) as has_changes,
              set_config('plan_cache_mode', 'force_generic_plan', true),
              set_config('enable_seqscan', 'off', true)
         from messenger_gate for update`,
    );
    return onlyRow(rows);
  }

  /** Pauses sending for all processes. A longer pause that is already set stays. */
  async updatePause(ms: number): Promise<void> {
    await this.db.raw(
      `update messenger_gate
          set paused_until = greatest(paused_until, clock_timestamp() + :ms * interval '1 ms')`,
      { ms },
    );
  }

  /**
   * Leases at most `limit` due calls to this run: messages to single users and urgent edits, then
   * reminders, then messages of jobs, then other edits; to each chat one. Requires `lockSendRate`. A chat
   * counts toward the rate limit from the claim until one second after the answer. The messenger thus
   * never receives more than `rate` calls in any second, however long a call takes. Without `canSend`,
   * due messages are skipped instead. A pause of broadcasts (`holds_broadcasts`) leaves theirs.
   */
  async updateLeases(
    run_id: string,
    { limit, rate, canSend, holds_broadcasts }: ClaimOptions,
  ): Promise<readonly ClaimRow[]> {
    const args = { run_id, limit, rate, can_send: canSend, holds_broadcasts };
    return UPDATE_LEASES.rows(this.db, args);
  }

  /**
   * Records the results of messages that this run claimed. Ignores a message that another run took
   * over after its lease expired. A message of a cancelled job is not retried.
   */
  async updateResults(run_id: string, results: readonly DeliveryResult[]): Promise<void> {
    await UPDATE_RESULTS.rows(this.db, { run_id, results: JSON.stringify(results) });
  }

  /**
   * The time until the next call can be claimed or the next lease expires, apart from messages that a
   * pause of broadcasts holds back. Undefined when nothing else waits or is in flight.
   */
  async findNextDueMs({ canSend }: Pick<ClaimOptions, 'canSend'>): Promise<number | undefined> {
    return (await FIND_NEXT_DUE.first(this.db, { can_send: canSend }))?.due_ms ?? undefined;
  }

  /** The number of due messages: those that a run would claim if it could. */
  async countDue(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { due: number }[] }>(
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
