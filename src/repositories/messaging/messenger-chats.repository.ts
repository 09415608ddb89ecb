import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { LEASE_SECONDS } from './claims.sql.ts';
import { CHAT_SPACING } from './messenger-gate.sql.ts';

/** The wait for one of the slots of all chats: at 25 a second one is free every 40 ms. */
const RATE_WAIT_MS = 50;

/**
 * The chats that the bot has written to lately, and from when it may write to them again. One that is not
 * free holds a slot of the rate of all messages.
 */
export class MessengerChatsRepository extends OnDatabase {
  /**
   * Takes a slot of the rate for a call to the chat. Requires `lockGate` of `deliveries`.
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
