import type { Knex } from 'knex';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Changes } from '../../domain/changes.ts';
import type { AgendaItem, StoredAgendaItem } from '../../domain/programme/agenda.ts';

/** All that is an `AgendaItem`. */
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
  'position',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof AgendaItem)[];

/** A row without its speakers. */
type AgendaItemRow = Omit<StoredAgendaItem, 'speaker_ids'>;
type ColumnChanges = Changes<Omit<AgendaItemRow, 'id' | 'created_at' | 'updated_at'>>;
/** A row to be; the columns that are left out have their defaults. */
type NewColumns = ColumnChanges &
  Pick<AgendaItemRow, 'conference_id' | 'title' | 'starts_at' | 'ends_at'>;

const ROW = [...AGENDA_ITEM_COLUMNS, 'edited_fields'] as const;

/** What an item has from its event, and the fields whose edit by hand protects it from that. */
const FOLLOWING = {
  title: { from: 'e.title', unless: '{title}' },
  description: { from: 'e.description', unless: '{description}' },
  // A start from the event beside an end by hand could make an item end before it starts.
  starts_at: { from: 'e.starts_at', unless: '{starts_at,ends_at}' },
  ends_at: { from: 'e.ends_at', unless: '{starts_at,ends_at}' },
  room: { from: 'e.venue_name', unless: '{room}' },
};
const followed = Object.entries(FOLLOWING).map(([column, { from, unless }]) => ({
  column,
  value: `case when i.edited_fields && '${unless}'::text[] then i.${column} else ${from} end`,
}));

export class AgendaItemsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The event that an item stands for, null for none; undefined where there is no such item. */
  async findEventId(id: number): Promise<number | null | undefined> {
    const row = await this.#table().where({ id }).first<{ event_id: number | null }>('event_id');
    return row?.event_id;
  }

  /** Locks the row until the transaction ends; whoever locks its event too does that first. */
  async lock(id: number): Promise<AgendaItemRow | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...ROW);
  }

  /** In their order. */
  async listSpeakerIds(id: number): Promise<number[]> {
    return this.#db('agenda_item_speakers')
      .where({ agenda_item_id: id })
      .orderBy('position')
      .pluck('speaker_id');
  }

  /** @throws AppError CONFLICT when its event has an item already */
  async insert(item: NewColumns): Promise<AgendaItemRow> {
    const inserted = this.#table().insert(item).returning<AgendaItemRow[]>(ROW);
    return onlyRow(await orEventTaken(inserted));
  }

  /**
   * Counts as a change also when only its speakers change.
   * @throws AppError CONFLICT when its event has an item already
   */
  async update(id: number, changes: ColumnChanges): Promise<void> {
    const updated_at = this.#db.fn.now(3);
    await orEventTaken(
      this.#table()
        .where({ id })
        .update({ ...changes, updated_at }),
    );
  }

  /** Takes its speakers off it. */
  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  async deleteSpeakers(id: number): Promise<void> {
    await this.#db('agenda_item_speakers').where({ agenda_item_id: id }).delete();
  }

  /** Has these speak, in the order given. Returns how many of them there are. */
  async insertSpeakers(id: number, speakerIds: readonly number[]): Promise<number> {
    const { rowCount } = await this.#db.raw<{ rowCount: number }>(
      `insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
       select :id::bigint, s.id, given.position
         from unnest(:speakerIds::bigint[]) with ordinality as given (speaker_id, position)
         join speakers s on s.id = given.speaker_id`,
      { id, speakerIds },
    );
    return rowCount;
  }

  /** Whoever speaks in an item is in the line-up of its conference. After they were put into it. */
  async insertSpeakersOfConference(item: { id: number } | { event_id: number }): Promise<void> {
    const speaking = this.#db('agenda_items as i')
      .join('agenda_item_speakers as x', 'x.agenda_item_id', 'i.id')
      .where(item)
      .orderBy('x.speaker_id')
      .select('i.conference_id', 'x.speaker_id');
    await this.#db(this.#db.raw('conference_speakers (conference_id, speaker_id)'))
      .insert(speaking)
      .onConflict(['conference_id', 'speaker_id'])
      .ignore();
  }

  /** Puts events of a conference on its agenda. */
  async insertForEvents(
    events: readonly { readonly event_id: number; readonly kind: AgendaItem['kind'] }[],
  ): Promise<void> {
    const columns = `conference_id, event_id, kind, ${Object.keys(FOLLOWING).join(', ')}`;
    const told = Object.values(FOLLOWING).map(({ from }) => from);
    await this.#db.raw(
      `insert into agenda_items (${columns})
       select e.conference_id, e.id, new.kind, ${told.join(', ')}
         from jsonb_to_recordset(:events::jsonb) as new (event_id bigint, kind text)
         join events e on e.id = new.event_id
        order by e.starts_at, e.id`,
      { events: JSON.stringify(events) },
    );
  }

  /** Brings the items of these events in step with them; what is in step already stays untouched. */
  async updateFromEvents(eventIds: readonly number[]): Promise<void> {
    const columns = followed.map(({ column }) => `i.${column}`);
    const values = followed.map(({ value }) => value);
    await this.#db.raw(
      `update agenda_items i
          set ${followed.map(({ column, value }) => `${column} = ${value}`).join(', ')},
              updated_at = now()
         from events e
        where e.id = i.event_id and e.id = any(:eventIds::bigint[])
          and (${columns.join(', ')}) is distinct from (${values.join(', ')})`,
      { eventIds },
    );
  }

  async deleteOfEvent(event_id: number): Promise<void> {
    await this.#table().where({ event_id }).delete();
  }

  #table() {
    return this.#db('agenda_items');
  }
}

const orEventTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(
    statement,
    'agenda_items_event_id_key',
    'event_id: this event is on the agenda already',
  );
