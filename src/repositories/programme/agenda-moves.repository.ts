import type { Knex } from 'knex';
import type { AgendaGroupsOf } from '../../domain/programme/agenda-groups.ts';
import type { Event } from '../../domain/programme/events.ts';
import { EVENT_COLUMNS } from './events.repository.ts';

/** Agenda items, or events, of a conference that refer to a room or track. */
interface OfGroup extends AgendaGroupsOf {
  readonly name: string;
}

/**
 * Bulk statements for agenda items and events that an organizer moves together. Lock the conference
 * first, then events, then items.
 */
export class AgendaMovesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Locks the events in a room FOR UPDATE, in id order. */
  async lockEventsIn(conference_id: number, room: string): Promise<Event[]> {
    return this.#db('events')
      .where({ conference_id })
      .whereRaw('folded_name(venue_name) = folded_name(?)', [room])
      .orderBy('id')
      .forUpdate()
      .select(...EVENT_COLUMNS);
  }

  /** Locks the items of a room or track FOR UPDATE, in id order; returns their ids. */
  async lockItemsIn({ conference_id, kind, name }: OfGroup): Promise<number[]> {
    return this.#db('agenda_items')
      .where({ conference_id })
      .whereRaw(`folded_name(${kind}) = folded_name(?)`, [name])
      .orderBy('id')
      .forUpdate()
      .pluck('id');
  }

  /**
   * Writes another room or track of items, and raises their version. Later imports leave it, except
   * that of an item which follows its event.
   */
  async updateItemGroups(
    ids: readonly number[],
    { kind, name }: Pick<OfGroup, 'kind' | 'name'>,
  ): Promise<void> {
    await this.#db.raw(
      `update agenda_items
          set ${kind} = :name, version = version + 1, updated_at = now(),
              edited_fields = case when event_id is null and not edited_fields @> :edited::text[]
                then edited_fields || :edited::text[] else edited_fields end
        where id = any(:ids::bigint[])`,
      { ids: [...ids], name, edited: [kind] },
    );
  }

  /** Writes another room of events, which later imports leave, and raises their version. */
  async updateEventRooms(ids: readonly number[], name: string): Promise<Event[]> {
    const { rows } = await this.#db.raw<{ rows: Event[] }>(
      `update events
          set venue_name = :name, version = version + 1, updated_at = now(),
              edited_fields = case when source = 'extcal' and not edited_fields @> '{venue}'
                then edited_fields || '{venue}'::text[] else edited_fields end
        where id = any(:ids::bigint[])
       returning ${EVENT_COLUMNS.join(', ')}`,
      { ids: [...ids], name },
    );
    return rows;
  }
}
