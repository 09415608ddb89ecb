import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type { StoredAgendaItem } from '../../domain/programme/agenda.ts';
import type { AgendaGroupsOf } from '../../domain/programme/agenda-groups.ts';
import type {
  AgendaSelection,
  MovableEvent,
  MovableItem,
  MovedEvent,
} from '../../domain/programme/agenda-moves.ts';
import type { Event } from '../../domain/programme/events.ts';
import { EVENT_COLUMNS } from './events.repository.ts';

/** A selection at a time, which decides what is running. */
export type SelectionNow = AgendaSelection & { readonly now: string };

const ITEM_COLUMNS = [
  'id',
  'event_id',
  'title',
  'starts_at',
  'ends_at',
  'room',
  'status',
  'questions',
  'edited_fields',
  'cancelled_by_import',
] as const satisfies readonly (keyof MovableItem)[];
const MOVED_EVENT_COLUMNS = [
  'id',
  'starts_at',
  'ends_at',
  'registration_closes_at',
  'venue_name',
  'status',
  'source',
] as const satisfies readonly (keyof MovableEvent)[];

/** A move of the last minutes. */
interface RecentMove {
  readonly conference_id: number;
  /** In hexadecimal. */
  readonly move_hash: string;
  readonly minutes: number;
}

/** Agenda items, or events, of a conference that refer to a room or track. */
interface OfGroup extends AgendaGroupsOf {
  readonly name: string;
}

/**
 * Bulk statements for agenda items and events that an organizer moves together. Lock the conference
 * first, then events, then items.
 */
export class AgendaMovesRepository extends OnDatabase {
  /** Locks the events in a room FOR UPDATE, in id order. */
  async lockEventsIn(conference_id: number, room: string): Promise<Event[]> {
    return this.db('events')
      .where({ conference_id })
      .whereRaw('folded_name(venue_name) = folded_name(?)', [room])
      .orderBy('id')
      .forUpdate()
      .select(...EVENT_COLUMNS);
  }

  /** Locks the items of a room or track FOR UPDATE, in id order; returns their ids. */
  async lockItemsIn({ conference_id, kind, name }: OfGroup): Promise<number[]> {
    return this.db('agenda_items')
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
    await this.db.raw(
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
    const { rows } = await this.db.raw<{ rows: Event[] }>(
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

  /** The conferences of these items; an unknown item has none. */
  async listConferences(
    ids: readonly number[],
  ): Promise<Pick<StoredAgendaItem, 'id' | 'conference_id'>[]> {
    return this.db('agenda_items')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .select('id', 'conference_id');
  }

  /**
   * Records a move and deletes those from more than `minutes` ago. Returns false if the same one is
   * more recent, unless `mayRepeat`.
   */
  async upsertMove(
    { conference_id, move_hash, minutes }: RecentMove,
    { mayRepeat }: { mayRepeat: boolean },
  ): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with swept as (
         delete from agenda_moves
          where conference_id = :conference_id and move_hash <> decode(:move_hash, 'hex')
            and moved_at < now() - :minutes * interval '1 minute')
       insert into agenda_moves as m (conference_id, move_hash)
       values (:conference_id, decode(:move_hash, 'hex'))
           on conflict (conference_id, move_hash) do update set moved_at = now()
        where :mayRepeat or m.moved_at < now() - :minutes * interval '1 minute'
       returning 1`,
      { conference_id, move_hash, minutes, mayRepeat },
    );
    return rows.length > 0;
  }

  /** Locks the events of the selected items FOR UPDATE, in id order. */
  async lockEventsOf(selection: SelectionNow): Promise<MovableEvent[]> {
    return this.db('events as e')
      .whereIn('e.id', this.#selected(selection).whereNotNull('i.event_id').select('i.event_id'))
      .orderBy('e.id')
      .forUpdate('e')
      .select(MOVED_EVENT_COLUMNS.map((column) => `e.${column}`));
  }

  /** Locks the selected items FOR UPDATE, in id order; at most `limit`. */
  async lockItemsOf(selection: SelectionNow, limit: number): Promise<MovableItem[]> {
    return this.#selected(selection)
      .orderBy('i.id')
      .limit(limit)
      .forUpdate('i')
      .select(ITEM_COLUMNS.map((column) => `i.${column}`));
  }

  /** Raises the versions. */
  async updateItems(items: readonly MovableItem[]): Promise<void> {
    await this.db.raw(
      `update agenda_items i
          set starts_at = r.starts_at, ends_at = r.ends_at, room = r.room, status = r.status,
              questions = r.questions, cancelled_by_import = r.cancelled_by_import, edited_fields = r.edited_fields,
              version = i.version + 1, updated_at = now()
         from jsonb_to_recordset(:items::jsonb) as r (
                id bigint, starts_at timestamptz, ends_at timestamptz, room text, status text,
                questions text, cancelled_by_import boolean, edited_fields text[])
        where i.id = r.id`,
      { items: JSON.stringify(items) },
    );
  }

  /** Raises the versions. */
  async updateEvents(events: readonly MovedEvent[]): Promise<void> {
    await this.db.raw(
      `update events e
          set starts_at = r.starts_at, ends_at = r.ends_at, venue_name = r.venue_name,
              registration_closes_at = r.registration_closes_at, status = r.status,
              edited_fields = array(
                select distinct unnest(e.edited_fields || r.edited) order by 1),
              version = e.version + 1, updated_at = now()
         from jsonb_to_recordset(:events::jsonb) as r (
                id bigint, starts_at timestamptz, ends_at timestamptz, venue_name text,
                registration_closes_at timestamptz, status text, edited text[])
        where e.id = r.id`,
      { events: JSON.stringify(events) },
    );
  }

  #selected(selection: SelectionNow): Knex.QueryBuilder {
    const items = this.db('agenda_items as i');
    if ('ids' in selection) return items.whereRaw('i.id = any(?::bigint[])', [[...selection.ids]]);
    const { conference_id, from, to, room, track, now } = selection;
    items.where('i.conference_id', conference_id);
    if (from !== undefined) {
      items.whereRaw('(i.starts_at >= ? or (i.starts_at <= ? and i.ends_at > ?))', [
        from,
        now,
        from,
      ]);
    }
    if (to !== undefined) items.where('i.starts_at', '<', to);
    if (room !== undefined) items.whereRaw('folded_name(i.room) = folded_name(?)', [room]);
    if (track !== undefined) items.whereRaw('folded_name(i.track) = folded_name(?)', [track]);
    return items;
  }
}
