import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { LEASE_SECONDS } from './leases.sql.ts';
import { CHAT_SPACING } from './send-rate-lock.sql.ts';

/** The wait for one of the slots of all chats: at 25 a second one is free every 40 ms. */
const RATE_WAIT_MS = 50;

/**
 * The chats that the bot has written to lately, and from when it may write to them again. One that is not
 * free holds a slot of the rate of all messages.
 */
export class MessengerChatsRepository extends OnDatabase {
  /**
   * Takes a slot of the rate for a call to the chat. Requires `lockSendRate` of `deliveries`.
   * @returns the milliseconds until it may be tried again; 0 if the slot is taken
   */
  async upsertTaken(chat_id: number, rate: number): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { wait_ms: number }[] }>(
      `with moment as materialized (select clock_timestamp() as now),
       state as (
         select now,
                coalesce((select greatest(0, ceil(extract(epoch from
                            greatest(free_at, paused_until) - now) * 1000))
                            from messenger_chats where chat_id = :chat_id), 0)::float8 as chat_ms,
                (select count(*) from messenger_chats where free_at > now) < :rate as has_slot
           from moment
       ),
       taken as (
         insert into messenger_chats (chat_id, free_at)
         select :chat_id::bigint, now + ${LEASE_SECONDS} * interval '1 second' from state where chat_ms = 0 and has_slot
         on conflict (chat_id) do update set free_at = excluded.free_at
       )
       select case when chat_ms > 0 then chat_ms when has_slot then 0 else ${RATE_WAIT_MS} end::float8
                as wait_ms
         from state`,
      { chat_id, rate },
    );
    return onlyRow(rows).wait_ms;
  }

  /** The call was answered: the chat is free a second later. */
  async updateReleased(chat_id: number): Promise<void> {
    await this.db('messenger_chats')
      .where({ chat_id })
      .update({ free_at: this.db.raw(`clock_timestamp() + ${CHAT_SPACING}`) });
  }

  /** No call writes to the chat during the pause that the messenger asked for. */
  async upsertPaused(chat_id: number, pause_ms: number): Promise<void> {
    await this.db.raw(
      `insert into messenger_chats (chat_id, free_at, paused_until, slowed_at)
       values (:chat_id, clock_timestamp() + ${CHAT_SPACING},
               clock_timestamp() + :pause_ms * interval '1 millisecond', clock_timestamp())
       on conflict (chat_id) do update set
         free_at = excluded.free_at, paused_until = excluded.paused_until,
         slowed_at = excluded.slowed_at`,
      { chat_id, pause_ms },
    );
  }

  /** For an erasure. */
  async delete(chat_id: number): Promise<void> {
    await this.db('messenger_chats').where({ chat_id }).delete();
  }

  /** Forgets the chats that are free, also of people whom the service does not know. */
  async deleteFree(): Promise<number> {
    return this.db('messenger_chats')
      .whereRaw(`greatest(free_at, paused_until) < now() - interval '1 minute'`)
      .delete();
  }
}

/** A user as the bot knows them. */
export interface BotMember {
  readonly is_blocked: boolean;
  /** Their own choice, before that of the messenger. */
  readonly language: string | null;
  readonly language_code: string | null;
}

/** A choice of a user in the chat with the bot, or what the messenger knows of the user. */
interface Dated {
  /** The messenger id. */
  readonly person_id: number;
  /** By the messenger's clock, in whole seconds. */
  readonly at: string;
}

/** The time of an update; never in the future, since its sender could forge one. */
const AT = 'least(:at::timestamptz, clock_timestamp())';
/** The end of the second in which it was sent. */
const END = `(${AT} + interval '1 second')`;

/** What users choose in the chat with the bot. Updates arrive in any order: an older one changes nothing. */
export class BotMembersRepository extends OnDatabase {
  async find(messenger_id: number): Promise<BotMember | undefined> {
    return this.db('users')
      .where({ messenger_id })
      .first('is_blocked', 'language', 'language_code');
  }

  /**
   * Sets whether the bot may write to the user, unless the messenger has known better since, or has
   * refused a message since. Returns whether it did.
   */
  async updateReachable({
    is_reachable,
    ...dated
  }: Dated & { readonly is_reachable: boolean }): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update users
          set messenger_member_at = ${AT}, messenger_reachable = :is_reachable,
              messenger_refused_at = case when :is_reachable then null
                else greatest(messenger_refused_at, ${AT}) end
        where messenger_id = :person_id
          and coalesce(messenger_member_at <= ${AT}, true)
          and (not :is_reachable or coalesce(messenger_refused_at < ${END}, true))`,
      { ...dated, is_reachable },
    );
    return rowCount > 0;
  }

  /** Turns messages on or off, unless the user has chosen since. Returns whether it did. */
  async updateNotifications({
    is_enabled,
    ...dated
  }: Dated & { readonly is_enabled: boolean }): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update users
          set notifications_enabled = :is_enabled, notifications_set_at = ${AT}, updated_at = now()
        where messenger_id = :person_id and coalesce(notifications_set_at < ${END}, true)`,
      { ...dated, is_enabled },
    );
    return rowCount > 0;
  }

  /** Null for the language of the messenger. */
  async updateLanguage(messenger_id: number, language: string | null): Promise<void> {
    await this.db('users')
      .where({ messenger_id })
      .update({ language, updated_at: this.db.fn.now(3) });
  }
}
