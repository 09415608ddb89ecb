import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';

/** As long as that of a claimed message: longer than a call can take. */
const LEASE = `interval '20 seconds'`;
/** No two calls write to one chat within this time. */
const SPACING = `interval '1 second'`;
/** The wait for one of the slots of all chats: at 25 a second one is free every 40 ms. */
const RATE_WAIT_MS = 50;

/** The places of the bot's replies among all messages: a chat that is not free holds one. */
export class ReplySlotsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Takes a slot of the rate for a call to the chat. Requires `lockGate` of `deliveries`.
   * @returns the milliseconds until it may be tried again; 0 if the slot is taken
   */
  async upsertTaken(chat_id: number, rate: number): Promise<number> {
    const { rows } = await this.#db.raw<{ rows: { wait_ms: number }[] }>(
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
         select :chat_id::bigint, now + ${LEASE} from state where chat_ms = 0 and has_slot
         on conflict (chat_id) do update set free_at = excluded.free_at
       )
       select case when chat_ms > 0 then chat_ms when has_slot then 0 else ${RATE_WAIT_MS} end::float8
                as wait_ms
         from state`,
      { chat_id, rate },
    );
    return onlyRow(rows).wait_ms;
  }

  /** The call was answered: the chat is free a second later, or after the pause that was asked for. */
  async updateReleased(chat_id: number, pause_ms: number): Promise<void> {
    await this.#db.raw(
      `update messenger_chats
          set free_at = clock_timestamp() + ${SPACING},
              paused_until = case when :pause_ms > 0
                then clock_timestamp() + :pause_ms * interval '1 millisecond' else paused_until end
        where chat_id = :chat_id`,
      { chat_id, pause_ms },
    );
  }

  /** Keeps the chat free of calls for the pause that the messenger asked for, in answer to a press. */
  async upsertPaused(chat_id: number, pause_ms: number): Promise<void> {
    await this.#db.raw(
      `insert into messenger_chats as chat (chat_id, free_at, paused_until)
       values (:chat_id, clock_timestamp(), clock_timestamp() + :pause_ms * interval '1 millisecond')
       on conflict (chat_id) do update set paused_until = excluded.paused_until`,
      { chat_id, pause_ms },
    );
  }

  /** Forgets the chats that are free, also of people whom the service does not know. */
  async deleteFree(): Promise<number> {
    return this.#db('messenger_chats')
      .whereRaw(`greatest(free_at, paused_until) < now() - interval '1 minute'`)
      .delete();
  }
}
