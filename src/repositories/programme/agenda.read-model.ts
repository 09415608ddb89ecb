import type { Knex } from 'knex';
import { deletedSince, type ListChanges, settledUntil } from '../../db/changes.ts';
import { type NumberedRequest, numberedPage, type Page } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import type { AgendaClash, AgendaItemView, AgendaKind } from '../../domain/programme/agenda.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { SHOWN_ON_AGENDA } from '../../domain/programme/speakers.ts';
import { matchingEveryWord } from '../word-search.sql.ts';
import { AGENDA_ITEM_COLUMNS } from './agenda-items.repository.ts';

export interface AgendaFilter {
  /** A day of the conference, by its own clocks. */
  readonly day?: string | undefined;
  readonly track?: string | undefined;
  readonly room?: string | undefined;
  readonly kind?: AgendaKind | undefined;
  readonly q?: string | undefined;
  readonly updated_since?: string | undefined;
}

/** An item and the day it begins on, by the clocks of its conference. */
interface DatedAgendaItem extends AgendaItemView {
  readonly date: string;
}

interface FoundAgenda {
  readonly items: readonly DatedAgendaItem[];
  /** Of the whole agenda. */
  readonly tracks: readonly string[];
  readonly rooms: readonly string[];
  /** Where only changes were asked for. */
  readonly changes?: ListChanges;
}

/** What an agenda is read by. */
type AgendaOf = Pick<Conference, 'id' | 'timezone'>;

/** A clash, and the item whose clash it is. */
interface ClashOf extends AgendaClash {
  readonly of_id: number;
}

const COLUMNS = AGENDA_ITEM_COLUMNS.map((column) => `i.${column}`);

const SPEAKER = ['id', ...SHOWN_ON_AGENDA].map((field) => `'${field}', s.${field}`).join(', ');
const SPEAKERS = `coalesce((
  select json_agg(json_build_object(${SPEAKER}) order by x.position)
    from agenda_item_speakers x join speakers s on s.id = x.speaker_id
   where x.agenda_item_id = i.id), '[]') as speakers`;

/** An event is part of its item: it can take it off the agenda. */
const CHANGED = 'greatest(i.updated_at, e.updated_at) > ?';

/** Names that differ by case or outer blanks are one. */
const folded = (column: string) => `lower(btrim(${column}))`;

/** The clashes of some items; what is cancelled or rejected books nothing. */
const CLASHES = `
  with booked as not materialized (
    select i.id, i.conference_id, i.title, i.room, ${folded('i.room')} as folded_room,
           -- Without its last moment: what begins when another ends is no clash.
           tstzrange(i.starts_at, i.ends_at) as time
      from agenda_items i left join events e on e.id = i.event_id
     where e.id is null or e.status in ('pending', 'approved'))
  select one.id as of_id, 'room' as kind, other.id as agenda_item_id, other.title,
         null::bigint as speaker_id, one.room as name
    from booked one
    join booked other on other.conference_id = one.conference_id
     and other.folded_room = one.folded_room and other.time && one.time and other.id <> one.id
   where one.id = any(:ids::bigint[])
  union all
  select one.id, 'speaker', other.id, other.title, s.id, s.name
    from booked one
    join agenda_item_speakers x on x.agenda_item_id = one.id
    join agenda_item_speakers y on y.speaker_id = x.speaker_id and y.agenda_item_id <> one.id
    join booked other on other.id = y.agenda_item_id and other.time && one.time
    join speakers s on s.id = x.speaker_id
   where one.id = any(:ids::bigint[])
   order by kind, agenda_item_id, speaker_id`;

/** The agendas of conferences. */
export class AgendaReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** What people see of an agenda, by start. */
  async find(conference: AgendaOf, filter: AgendaFilter): Promise<FoundAgenda> {
    const { updated_since: since } = filter;
    const as_of = since && (await settledUntil(this.#db));
    const [items, { gone, ...names }] = await Promise.all([
      this.#listed(conference, filter),
      this.#wholeAgenda(conference, filter),
    ]);
    return { items, ...names, ...(as_of && { changes: { as_of, gone } }) };
  }

  /** One item, whoever may see it. */
  async findItem(id: number): Promise<AgendaItemView | undefined> {
    const items = this.#db('agenda_items as i').where('i.id', id);
    return shown(items).first() as Promise<AgendaItemView | undefined>;
  }

  /** All items of a conference, whoever may see them, by start. */
  async list(conferenceId: number, page: NumberedRequest): Promise<Page<AgendaItemView>> {
    const items = this.#db('agenda_items as i').where('i.conference_id', conferenceId);
    return numberedPage<AgendaItemView>(shown(items), page);
  }

  /** Where these items need what another one has at the same time. */
  async listClashes(ids: readonly number[]): Promise<ClashOf[]> {
    const { rows } = await this.#db.raw<{ rows: ClashOf[] }>(CLASHES, { ids: [...ids] });
    return rows;
  }

  async #listed(conference: AgendaOf, filter: AgendaFilter): Promise<DatedAgendaItem[]> {
    const query = shown(this.#fitting(conference, filter)).select(
      this.#db.raw('(i.starts_at at time zone ?)::date as date', [conference.timezone]),
    );
    if (filter.updated_since) query.whereRaw(CHANGED, [filter.updated_since]);
    return query;
  }

  /** What is told of the whole agenda, whatever the filters; in one query, as one row. */
  async #wholeAgenda(
    conference: AgendaOf,
    filter: AgendaFilter,
  ): Promise<Pick<FoundAgenda, 'tracks' | 'rooms'> & { readonly gone: readonly number[] }> {
    const names = (column: string) =>
      this.#public(conference)
        .whereNotNull(column)
        .select(this.#db.raw(`distinct on (${folded(column)}) ${column}`))
        .orderByRaw(`${folded(column)}, ${column}`);
    const query = this.#db.select(
      this.#db.raw('array(?) as tracks', [names('i.track')]),
      this.#db.raw('array(?) as rooms', [names('i.room')]),
    );
    if (filter.updated_since) {
      // As JSON, since an array of bigints would come as texts.
      query.select(
        this.#db.raw(`(select coalesce(json_agg(id order by id), '[]') from (?) as g) as gone`, [
          this.#goneSince(filter.updated_since, { conference, filter }),
        ]),
      );
    }
    return onlyRow(await query);
  }

  /** What was deleted or moved, and what was public, has changed and does not fit any more. */
  #goneSince(
    since: string,
    { conference, filter }: { conference: AgendaOf; filter: AgendaFilter },
  ): Knex.QueryBuilder {
    const changed = this.#of(conference)
      .whereRaw(CHANGED, [since])
      .whereRaw('(e.id is null or is_public_event_status(e.status))')
      .select('i.id');
    return (
      deletedSince(this.#db, 'agenda_item', { since, conference_id: conference.id })
        .union(changed)
        // What was moved may be seen all the same, or again.
        .except(this.#fitting(conference, filter).select('i.id'))
    );
  }

  #fitting(conference: AgendaOf, { day, track, room, kind, q }: AgendaFilter): Knex.QueryBuilder {
    const query = this.#public(conference);
    if (day) query.whereRaw('(i.starts_at at time zone ?)::date = ?', [conference.timezone, day]);
    if (track) query.whereRaw(`${folded('i.track')} = lower(?)`, [track]);
    if (room) query.whereRaw(`${folded('i.room')} = lower(?)`, [room]);
    if (kind) query.where('i.kind', kind);
    if (q) matchingEveryWord(query, q, (word) => `i.search @@ ${word} or ${speakerNamed(word)}`);
    return query;
  }

  #public(conference: AgendaOf): Knex.QueryBuilder {
    return this.#of(conference).whereRaw(`(e.id is null or e.status = 'approved')`);
  }

  #of({ id }: AgendaOf): Knex.QueryBuilder {
    return this.#db('agenda_items as i')
      .leftJoin('events as e', 'e.id', 'i.event_id')
      .where('i.conference_id', id);
  }
}

const shown = (items: Knex.QueryBuilder) =>
  items
    .orderBy(['i.starts_at', 'i.position', 'i.id'])
    .select(COLUMNS)
    .select(items.client.raw(SPEAKERS));

const speakerNamed = (word: string) => `exists (
  select from agenda_item_speakers x join speakers s on s.id = x.speaker_id
   where x.agenda_item_id = i.id and to_tsvector('simple', s.name) @@ ${word})`;
