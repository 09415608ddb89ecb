import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { EditResult } from '../../domain/messaging/edits.ts';
import { LEASE_SECONDS } from './leases.sql.ts';
import { CHAT_SPACING } from './send-rate-lock.sql.ts';

/** The most changes that one claim takes; the next one takes the others. */
const MAX_CHANGES = 1_000;

/** A message that is about to be sent. */
export interface LeasedSend {
  readonly notification_id: number;
  readonly user_id: number;
  readonly chat_id: number;
  readonly subjects: readonly string[];
  readonly content_hash: string;
}

/** What a run does about the rows that it claimed. */
interface ClaimedCalls {
  readonly sends: readonly LeasedSend[];
  readonly edits: readonly { readonly bot_message_id: number; readonly chat_id: number }[];
  /** The messages that are as they should be. */
  readonly unchanged: readonly number[];
  /** The notifications that come too late. */
  readonly outdated: readonly number[];
}

/** The result of a call that changed a message. */
export interface EditedMessage extends EditResult {
  readonly bot_message_id: number;
  readonly user_id: number;
  readonly chat_id: number;
  readonly content_hash: string;
}

const WRITE_CLAIM = `
  with moment as materialized (select clock_timestamp() + ${LEASE_SECONDS} * interval '1 second' as until),
  given as (
    select * from jsonb_to_recordset(:sends::jsonb) as g (
      notification_id bigint, user_id bigint, chat_id bigint, subjects text[], content_hash text)
  ),
  taken as (
    insert into messenger_chats (chat_id, free_at)
    select chat_id, until from moment, (
      select chat_id from given union select unnest(:edited_chats::bigint[])) as c
    on conflict (chat_id) do update set free_at = excluded.free_at
  ),
  outdated as (
    update deliveries
       set status = 'skipped', reason = 'outdated', run_id = null, leased_until = null,
           attempts = attempts - 1
     where notification_id = any(:outdated::bigint[])
  ),
  -- Until the answer, nobody knows what stands in the chat.
  edited as (
    update bot_messages set content_hash = null where id = any(:edits::bigint[])
  ),
  unchanged as (
    update bot_messages
       set run_id = null, leased_until = null, attempts = 0, is_urgent = false
     where id = any(:unchanged::bigint[])
  ),
  sent as (
    insert into bot_messages
      (user_id, chat_id, notification_id, state, content_hash, run_id, leased_until)
    select user_id, chat_id, notification_id, 'sending', content_hash, :run_id, until
      from given, moment
    on conflict (notification_id) where state = 'sending' and notification_id is not null
    do update set content_hash = excluded.content_hash, edit_due_at = null, is_urgent = false,
                  run_id = excluded.run_id, leased_until = excluded.leased_until
    returning id, notification_id
  ),
  about as (
    insert into bot_message_subjects (subject, bot_message_id)
    select unnest(subjects), id from sent join given using (notification_id)
    on conflict do nothing
  )
  select id, notification_id from sent`;

const RECORD_EDITS = `
  with given as materialized (
    select r.*, clock_timestamp() as at from jsonb_to_recordset(:results::jsonb) as r (
      bot_message_id bigint, chat_id bigint, content_hash text, state text, is_done boolean,
      delay_ms float8, is_counted boolean, chat_pause_ms float8, is_lost boolean)
  ),
  edited as (
    update bot_messages b
       set state = r.state, run_id = null, leased_until = null,
           content_hash = case when r.is_done then r.content_hash end,
           edited_at = case when r.is_done then r.at else b.edited_at end,
           attempts = case when r.is_done then 0 else b.attempts - (not r.is_counted)::int end,
           is_urgent = b.is_urgent and (b.edit_due_at is not null or r.delay_ms is not null),
           edit_due_at = case when r.state = 'standing' then
             least(b.edit_due_at, r.at + r.delay_ms * interval '1 ms') end
      from given r
     where b.id = r.bot_message_id and b.run_id = :run_id and b.state = 'standing'
    returning b.notification_id, r.is_lost, r.at
  ),
  -- What the message can no longer say is said by its notice again.
  again as (
    insert into deliveries (notification_id, user_id, due_at)
    select distinct on (n.id) n.id, n.user_id, e.at
      from edited e
      join notifications n on n.id = e.notification_id
     where e.is_lost and n.job_id is null
    on conflict (notification_id) do update
       set status = 'queued', reason = null, attempts = 0, due_at = excluded.due_at
     where deliveries.status not in ('queued', 'sending')
  )
  update messenger_chats c
     set free_at = r.at + ${CHAT_SPACING},
         paused_until = case when r.chat_pause_ms > 0
           then greatest(c.paused_until, r.at + r.chat_pause_ms * interval '1 ms')
           else c.paused_until end,
         slowed_at = case when r.chat_pause_ms > 0 then r.at else c.slowed_at end
    from given r where c.chat_id = r.chat_id`;

// Compiled, as the statements of `deliveries` in the same transactions are.
const UPDATE_STALE = statement<{ readonly wait_ms: number }, never>((db, { wait_ms }) =>
  db.raw(
    `with changed as (
       delete from changed_subjects
        where id in (select id from changed_subjects order by id limit ${MAX_CHANGES})
       returning subject, starts_at, is_urgent, changed_at
     ),
     due as (
       select subject,
              min(changed_at + case
                when is_urgent or starts_at <= changed_at + interval '15 minutes'
                then interval '0' else :wait_ms * interval '1 ms' end) as due_at,
              bool_or(is_urgent or coalesce(starts_at <= changed_at + interval '3 hours', false))
                as is_urgent
         from changed group by subject
     ),
     stale as (
       select s.bot_message_id as id, min(d.due_at) as due_at, bool_or(d.is_urgent) as is_urgent
         from due d join bot_message_subjects s on s.subject = d.subject
        group by s.bot_message_id
     )
     update bot_messages b
        set edit_due_at = least(b.edit_due_at, s.due_at), is_urgent = b.is_urgent or s.is_urgent
       from stale s
      where b.id = s.id and b.state <> 'gone'`,
    { wait_ms },
  ),
);
type ClaimedArgs = {
  readonly run_id: string;
  /** JSON. */
  readonly sends: string;
  readonly edits: readonly number[];
  readonly edited_chats: readonly number[];
  readonly unchanged: readonly number[];
  readonly outdated: readonly number[];
};
const INSERT_CLAIMED = statement<
  ClaimedArgs,
  { readonly id: number; readonly notification_id: number }
>((db, { run_id, sends, edits, edited_chats, unchanged, outdated }) =>
  db.raw(WRITE_CLAIM, { run_id, sends, edits, edited_chats, unchanged, outdated }),
);
const UPDATE_EDITED = statement<{ readonly run_id: string; readonly results: string }, never>(
  (db, { run_id, results }) => db.raw(RECORD_EDITS, { run_id, results }),
);

/** The messages in the chats with the bot, which outlive their notifications. */
export class BotMessagesRepository extends OnDatabase {
  /**
   * Takes the changes that have committed, and marks the messages about them as due: at once if the
   * change is urgent or about what starts within 15 minutes, else `wait_ms` after the first change.
   * Requires `lockSendRate`: a message that is claimed later is rendered from the changed values.
   */
  async updateStale(wait_ms: number): Promise<void> {
    await UPDATE_STALE.rows(this.db, { wait_ms });
  }

  /**
   * Inserts a row for each message that is about to be sent, or takes that of its earlier attempt, and
   * returns the id by notification. Keeps the chats of all calls from others.
   */
  async insertLeased(
    run_id: string,
    { sends, edits, unchanged, outdated }: ClaimedCalls,
  ): Promise<ReadonlyMap<number, number>> {
    const given = sends.map(({ notification_id, user_id, chat_id, subjects, content_hash }) => {
      return { notification_id, user_id, chat_id, subjects, content_hash };
    });
    const rows = await INSERT_CLAIMED.rows(this.db, {
      run_id,
      sends: JSON.stringify(given),
      edits: edits.map(({ bot_message_id }) => bot_message_id),
      edited_chats: edits.map(({ chat_id }) => chat_id),
      unchanged: [...unchanged],
      outdated: [...outdated],
    });
    return new Map(rows.map(({ id, notification_id }) => [notification_id, id]));
  }

  /** Records the results of edits that this run claimed, as `updateResults` of `deliveries`. */
  async updateEdited(run_id: string, results: readonly EditedMessage[]): Promise<void> {
    await UPDATE_EDITED.rows(this.db, { run_id, results: JSON.stringify(results) });
  }

  /**
   * Deletes messages of more than 90 days, those whose answer was lost a day ago, and changes that no
   * worker has taken for a day. Returns their number.
   */
  async deleteOld(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(
      `with old as (
         delete from bot_messages where sent_at < now() - interval '90 days' returning 1
       ), unanswered as (
         delete from bot_messages
          where state = 'sending' and leased_until < now() - interval '1 day' returning 1
       ), changes as (
         delete from changed_subjects where changed_at < now() - interval '1 day' returning 1
       )
       select (select count(*) from old) + (select count(*) from unanswered)
            + (select count(*) from changes) as count`,
    );
    return onlyRow(rows).count;
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('bot_messages').where({ user_id }).delete();
  }
}
