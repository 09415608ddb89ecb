import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Changes } from '../../domain/changes.ts';
import type { AgendaItem, StoredAgendaItem } from '../../domain/programme/agenda.ts';
import type { NotifiedItem } from '../../domain/programme/agenda-changes.ts';
import { isCancelledConference } from './conferences.sql.ts';

/** The columns of an `AgendaItem`. */
export const AGENDA_ITEM_COLUMNS = [
  'id',
  'conference_id',
  'event_id',
  'title',
  'description',
  'kind',
  'track',
  'room',
  'starts_at',
  'ends_at',
  'language',
  'url',
  'links',
  'status',
  'interest',
  'position',
  'questions',
  'questions_until',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof AgendaItem)[];

const NOTICED_COLUMNS = [
  'id',
  'conference_id',
  'event_id',
  'title',
  'starts_at',
  'ends_at',
  'room',
] as const satisfies readonly (keyof NotifiedItem)[];

/** The status of an item `i` with the event `e`: a cancelled event or conference cancels its item. */
export const ITEM_STATUS = `case when e.status = 'cancelled' or ${isCancelledConference('i.conference_id')}
  then 'cancelled' else i.status end`;
export const SHOWN_STATUS = `${ITEM_STATUS} as status`;

/** SQL for whether the event `e` of an item, if it has one, does not hide it; a cancelled one does not. */
export const IS_SHOWN = '(e.id is null or is_public_event_status(e.status))';

/** A row without its speakers. */
type AgendaItemRow = Omit<StoredAgendaItem, 'speaker_ids'>;
type ColumnChanges = Changes<Omit<AgendaItemRow, 'id' | 'version' | 'created_at' | 'updated_at'>>;
/** Absent columns get their defaults. */
type NewColumns = ColumnChanges &
  Pick<AgendaItemRow, 'conference_id' | 'title' | 'starts_at' | 'ends_at'>;

const ROW = [...AGENDA_ITEM_COLUMNS, 'edited_fields', 'cancelled_by_import'] as const;

/**
 * The event column that each column of an item follows, unless an administrator edited one of the
 * fields in `unless`.
 */
const FOLLOWED = {
  title: { from: 'e.title', unless: '{title}' },
  description: { from: 'e.description', unless: '{description}' },
  // Both or neither: with only one of them edited, the item could end before it starts.
  starts_at: { from: 'e.starts_at', unless: '{starts_at,ends_at}' },
  ends_at: { from: 'e.ends_at', unless: '{starts_at,ends_at}' },
  room: { from: 'e.venue_name', unless: '{room}' },
};
const followedColumns = Object.entries(FOLLOWED).map(([column, { from, unless }]) => ({
  column,
  value: `case when i.edited_fields && '${unless}'::text[] then i.${column} else ${from} end`,
}));

export class AgendaItemsRepository extends OnDatabase {
  /** The conference and the event of an item. */
  async findReferences(
    id: number,
  ): Promise<Pick<AgendaItem, 'conference_id' | 'event_id'> | undefined> {
    return this.#table().where({ id }).first('conference_id', 'event_id');
  }

  /** Locks the row FOR UPDATE. Lock its event first. */
  async lock(id: number): Promise<AgendaItemRow | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...ROW);
  }

  /**
   * The content of notices about these items, or about the items of these events that users keep,
   * by id.
   */
  async listNotified(
    by: { readonly ids: readonly number[] } | { readonly event_ids: readonly number[] },
  ): Promise<NotifiedItem[]> {
    const items = this.db('agenda_items as i');
    if ('ids' in by) items.whereRaw('i.id = any(?::bigint[])', [[...by.ids]]);
    else {
      items
        .whereRaw('i.event_id = any(?::bigint[])', [[...by.event_ids]])
        .whereRaw('exists (select from agenda_favorites where agenda_item_id = i.id)');
    }
    return (
      items
        .join('conferences as c', 'c.id', 'i.conference_id')
        .leftJoin('events as e', 'e.id', 'i.event_id')
        // Users cannot keep an item that they may not see.
        .whereRaw(IS_SHOWN)
        .orderBy('i.id')
        .select(NOTICED_COLUMNS.map((name) => `i.${name}`))
        .select<NotifiedItem[]>(
          this.db.raw(SHOWN_STATUS),
          this.db.raw('coalesce(e.timezone, c.timezone) as timezone'),
        )
    );
  }

  /** In display order. */
  async listSpeakerIds(id: number): Promise<number[]> {
    return this.db('agenda_item_speakers')
      .where({ agenda_item_id: id })
      .orderBy('position')
      .pluck('speaker_id');
  }

  /** @throws AppError CONFLICT if its event already has an item */
  async insert(item: NewColumns): Promise<AgendaItemRow> {
    const inserted = this.#table().insert(columnsOf(item)).returning<AgendaItemRow[]>(ROW);
    return onlyRow(await orEventTaken(inserted));
  }

  /**
   * Raises the version, also without column changes, as the item's speakers may have changed.
   * @throws AppError CONFLICT if its event already has an item
   */
  async update(id: number, changes: ColumnChanges): Promise<void> {
    const raised = { version: this.db.raw('version + 1'), updated_at: this.db.fn.now(3) };
    await orEventTaken(
      this.#table()
        .where({ id })
        .update({ ...columnsOf(changes), ...raised }),
    );
  }

  /** Deletes the item with the links to its speakers, and returns it. */
  async delete(id: number): Promise<Pick<AgendaItem, 'id' | 'conference_id'>[]> {
    return this.#delete({ id });
  }

  async deleteSpeakers(id: number): Promise<void> {
    await this.db('agenda_item_speakers').where({ agenda_item_id: id }).delete();
  }

  /** Adds speakers in the given order. Returns how many of them exist. */
  async insertSpeakers(id: number, speakerIds: readonly number[]): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
       select :id::bigint, s.id, given.position
         from unnest(:speakerIds::bigint[]) with ordinality as given (speaker_id, position)
         join speakers s on s.id = given.speaker_id`,
      { id, speakerIds },
    );
    return rowCount;
  }

  /**
   * Adds the speakers of an item to the lineup of its conference. Publishes added drafts unless the
   * conference is a draft.
   */
  async insertSpeakersOfConference(item: { id: number } | { event_id: number }): Promise<void> {
    const speakers = this.db('agenda_items as i')
      .join('agenda_item_speakers as x', 'x.agenda_item_id', 'i.id')
      .where(item)
      .orderBy('x.speaker_id')
      .select('i.conference_id', 'x.speaker_id');
    const added = this.db(this.db.raw('conference_speakers (conference_id, speaker_id)'))
      .insert(speakers)
      .onConflict(['conference_id', 'speaker_id'])
      .ignore()
      .returning(['conference_id', 'speaker_id']);
    await this.db.raw(
      `with added as (?)
       update speakers s set status = 'published', updated_at = now()
         from added a join conferences c on c.id = a.conference_id
        where s.id = a.speaker_id and s.status = 'draft' and c.status <> 'draft'`,
      [added],
    );
  }

  /** Inserts an item for each event, on the agenda of the event's conference. Returns their ids. */
  async insertForEvents(
    events: readonly ({ readonly event_id: number } & Pick<AgendaItem, 'kind' | 'track'>)[],
  ): Promise<number[]> {
    const columns = `conference_id, event_id, kind, track, ${Object.keys(FOLLOWED).join(', ')}`;
    const values = Object.values(FOLLOWED).map(({ from }) => from);
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `insert into agenda_items (${columns})
       select e.conference_id, e.id, new.kind, new.track, ${values.join(', ')}
         from jsonb_to_recordset(:events::jsonb) as new (event_id bigint, kind text, track text)
         join events e on e.id = new.event_id
        order by e.starts_at, e.id
       returning id`,
      { events: JSON.stringify(events) },
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Updates the followed columns of the items of these events, and raises their version. Equal rows
   * are not touched. Returns the ids of the others.
   */
  async updateFromEvents(eventIds: readonly number[]): Promise<number[]> {
    const columns = followedColumns.map(({ column }) => `i.${column}`);
    const values = followedColumns.map(({ value }) => value);
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `update agenda_items i
          set ${followedColumns.map(({ column, value }) => `${column} = ${value}`).join(', ')},
              version = i.version + 1, updated_at = now()
         from events e
        where e.id = i.event_id and e.id = any(:eventIds::bigint[])
          and (${columns.join(', ')}) is distinct from (${values.join(', ')})
       returning i.id`,
      { eventIds },
    );
    return rows.map(({ id }) => id);
  }

  /** As `delete`, of the item of an event. */
  async deleteOfEvent(event_id: number): Promise<Pick<AgendaItem, 'id' | 'conference_id'>[]> {
    return this.#delete({ event_id });
  }

  #delete(which: { readonly id: number } | { readonly event_id: number }) {
    return this.#table()
      .where(which)
      .delete()
      .returning<Pick<AgendaItem, 'id' | 'conference_id'>[]>(['id', 'conference_id']);
  }

  #table() {
    return this.db('agenda_items');
  }
}

/** The driver would write a list as an array of PostgreSQL. */
const columnsOf = ({ links, ...columns }: ColumnChanges) => ({
  ...columns,
  ...(links && { links: JSON.stringify(links) }),
});

const orEventTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(
    statement,
    'agenda_items_event_id_key',
    'event_id',
    'this event is already on the agenda',
  );
