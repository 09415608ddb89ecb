import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { BotUpdate } from '../../domain/messaging/bot-updates.ts';

/** The messenger numbers the updates of each bot. */
export interface UpdateKey {
  readonly bot_id: number;
  readonly update_id: number;
}

/** An update that is not handled yet. */
export interface OpenUpdate {
  /** The messenger id of the sender. */
  readonly person_id: number;
  readonly content: BotUpdate;
  /** Whether only the answer to the sender is missing. */
  readonly is_applied: boolean;
}

/** What arrived from the messenger. The content of an update is deleted once it is handled. */
export class MessengerUpdatesRepository extends OnDatabase {
  /** Returns whether the update is new. */
  async insertIfAbsent(
    key: UpdateKey,
    update: Pick<OpenUpdate, 'person_id' | 'content'> | undefined,
  ): Promise<boolean> {
    const rows = await this.#table()
      .insert({
        ...key,
        person_id: update?.person_id ?? null,
        content: update ? JSON.stringify(update.content) : null,
      })
      .onConflict(['bot_id', 'update_id'])
      .ignore()
      .returning('update_id');
    return rows.length > 0;
  }

  /** Locks the row FOR UPDATE. Undefined for an update that is handled or deleted. */
  async lockOpen(key: UpdateKey): Promise<OpenUpdate | undefined> {
    return this.#open(key).forUpdate();
  }

  /** As `lockOpen`, without a lock. */
  async findOpen(key: UpdateKey): Promise<OpenUpdate | undefined> {
    return this.#open(key);
  }

  /** Whether a command of the same person came before this one, within the last minute, and is open. */
  async hasEarlierCommand({ bot_id, update_id }: UpdateKey): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { has_earlier: boolean }[] }>(
      `select exists (
         select from messenger_updates as earlier
           join messenger_updates as this using (bot_id, person_id)
          where this.bot_id = :bot_id and this.update_id = :update_id
            and earlier.content ->> 'kind' = 'command'
            and (earlier.received_at, earlier.update_id) < (this.received_at, this.update_id)
            and earlier.received_at > clock_timestamp() - interval '1 minute'
       ) as has_earlier`,
      { bot_id, update_id },
    );
    return onlyRow(rows).has_earlier;
  }

  async updateApplied(key: UpdateKey): Promise<void> {
    await this.#table().where(key).update({ is_applied: true });
  }

  /** The row stays, so that a repeated update is recognized. */
  async updateHandled(key: UpdateKey): Promise<void> {
    await this.#table().where(key).update({ person_id: null, content: null });
  }

  /** Deletes what the person asked for; their updates stay recognized. */
  async deleteContentsOf(person_id: number): Promise<void> {
    await this.#table().where({ person_id }).update({ person_id: null, content: null });
  }

  /** The messenger repeats an update for 24 hours. Returns the number of deleted rows. */
  async deleteOld(): Promise<number> {
    return this.#table().whereRaw(`received_at <= now() - interval '48 hours'`).delete();
  }

  #open(key: UpdateKey) {
    return this.#table()
      .where(key)
      .whereNotNull('content')
      .first('person_id', 'content', 'is_applied');
  }

  #table() {
    return this.db('messenger_updates');
  }
}
