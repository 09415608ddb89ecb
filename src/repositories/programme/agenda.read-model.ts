import type { Knex } from 'knex';
import { deletedSince, type ListChanges, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  MAX_ADMIN_TOTAL,
  type NumberedRequest,
  numberedPage,
  type Page,
  queryList,
} from '../../db/pages.ts';
import { readBoth } from '../../db/read-both.ts';
import { onlyRow } from '../../db/rows.ts';
import { searched } from '../../db/search-pages.ts';
import { sorted } from '../../db/sorts.ts';
import type {
  AgendaClash,
  AgendaItem,
  AgendaItemView,
  AgendaKind,
} from '../../domain/programme/agenda.ts';
import type { TrackColor } from '../../domain/programme/agenda-groups.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { Sort } from '../../domain/sorts.ts';
import { matchingEveryWord } from '../search.sql.ts';
import {
  ANY_SPEAKER,
  agendaClashes,
  agendaItems,
  favoritesOf,
  IS_PUBLIC_ITEM,
  inOrder,
  PUBLIC_SPEAKER,
} from './agenda.sql.ts';
import { IS_SHOWN, ITEM_STATUS } from './agenda-items.repository.ts';

export interface AgendaFilter {
  /** Items that start on this day, in the conference's time zone. */
  readonly day?: string | undefined;
  readonly track?: string | undefined;
  readonly room?: string | undefined;
  readonly kind?: AgendaKind | undefined;
  readonly q?: string | undefined;
  readonly updated_since?: string | undefined;
}

const KEYS = {
  starts_at: 'i.starts_at',
  title: 'lower(i.title)',
  track: `coalesce(lower(i.track), '')`,
  room: `coalesce(lower(i.room), '')`,
  favorites: 'coalesce(k.favorites, 0)',
} as const;

export interface AdminAgendaFilter extends Pick<AgendaFilter, 'day' | 'track' | 'room' | 'kind'> {
  /** Reads all items of the conference, except by `starts_at`, which has an index. */
  readonly sort: Sort<keyof typeof KEYS>;
  /** The status that is shown: that of the event or conference, if it is cancelled. */
  readonly status?: AgendaItem['status'] | undefined;
  readonly include?: readonly 'favorites'[] | undefined;
}

/** An item of administrators. */
export interface ListedAgendaItem extends AgendaItemView {
  /** How many users keep it; only if they are included. */
  readonly favorites?: number;
}

/** An item and its start day in the conference's time zone. */
interface DatedAgendaItem extends AgendaItemView {
  readonly date: string;
}

interface FoundAgenda {
  readonly items: readonly DatedAgendaItem[];
  /** All tracks of the agenda, ignoring the filter; `rooms` likewise. */
  readonly tracks: readonly string[];
  /** Of the tracks that have one, in the order of the organizers. */
  readonly track_colors: readonly TrackColor[];
  readonly rooms: readonly string[];
  readonly changes: ListChanges;
}

type AgendaConference = Pick<Conference, 'id' | 'timezone'>;

/** A clash of the item `of_id`. */
interface ClashOf extends AgendaClash {
  readonly of_id: number;
}

/** A change of the event counts as a change of its item, since the event's status can cancel it. */
const CHANGED = 'greatest(i.updated_at, e.updated_at) > ?';

/** Names that differ only in case or outer spaces are equal. */
const folded = (column: string) => `lower(btrim(${column}))`;

export class AgendaReadModel extends OnDatabase {
  /** The public items of an agenda, cancelled ones included, sorted by start. */
  async find(conference: AgendaConference, filter: AgendaFilter): Promise<FoundAgenda> {
    const { q, updated_since: since } = filter;
    return withChanges(this.db, async () => {
      const [items, whole] = await readBoth(
        this.db.client,
        () =>
          searched(
            since === undefined ? q : undefined,
            (matching) => this.#listPublic(conference, { ...filter, matching }),
            (found) => found.length === 0,
          ),
        () => this.#wholeAgenda(conference, filter),
      );
      return { items, ...whole };
    });
  }

  /** Finds items that are not public, too. */
  async findItem(id: number): Promise<AgendaItemView | undefined> {
    const items = agendaItems(this.db).where('i.id', id);
    return inOrder(items, ANY_SPEAKER).first() as Promise<AgendaItemView | undefined>;
  }

  /** Finds an item that anyone may read, also while its event is cancelled. */
  async findPublicItem(id: number): Promise<AgendaItemView | undefined> {
    const items = agendaItems(this.db).where('i.id', id).whereRaw(IS_PUBLIC_ITEM);
    return inOrder(items, PUBLIC_SPEAKER).first() as Promise<AgendaItemView | undefined>;
  }

  /** All items of a conference, public or not. */
  async list(
    conference: AgendaConference,
    { sort, status, include, ...filter }: AdminAgendaFilter,
    page: NumberedRequest,
  ): Promise<Page<ListedAgendaItem>> {
    const items = agendaItems(this.db).where('i.conference_id', conference.id);
    const query = inOrder(narrowItems(items, conference, filter), ANY_SPEAKER);
    if (status) query.whereRaw(`${ITEM_STATUS} = ?`, [status]);
    if (include || sort.endsWith('favorites')) {
      query
        .joinRaw(`left join ${favoritesOf('?')} on k.agenda_item_id = i.id`, [conference.id])
        .select(this.db.raw('coalesce(k.favorites, 0) as favorites'));
    }
    // Items with the same start keep the order of the agenda.
    if (sort !== 'starts_at') sorted(query.clearOrder(), { sort, keys: KEYS, id: 'i.id' });
    return numberedPage<ListedAgendaItem>(queryList(query, { most: MAX_ADMIN_TOTAL }), page);
  }

  /**
   * Other items with the same room or speaker at the same time.
   * @param conference_ids those of the other items; null for all
   * @param most the number of clashes; null for all
   */
  async listClashes(
    ids: readonly number[],
    conference_ids: readonly number[] | null,
    most: number | null = null,
  ): Promise<ClashOf[]> {
    const within = 'and other.conference_id = any(:conference_ids::bigint[])';
    const { rows } = await this.db.raw<{ rows: ClashOf[] }>(
      agendaClashes(conference_ids ? `\n     ${within}` : ''),
      { ids: [...ids], most, ...(conference_ids && { conference_ids: [...conference_ids] }) },
    );
    return rows;
  }

  async #listPublic(
    conference: AgendaConference,
    filter: Searched<AgendaFilter>,
  ): Promise<DatedAgendaItem[]> {
    const query = inOrder(this.#matching(conference, filter), PUBLIC_SPEAKER).select(
      this.db.raw('(i.starts_at at time zone ?)::date as date', [conference.timezone]),
    );
    if (filter.updated_since) query.whereRaw(CHANGED, [filter.updated_since]);
    return query;
  }

  /** Tracks with their colors, rooms and `gone` of the whole agenda, as one row of one query. */
  async #wholeAgenda(
    conference: AgendaConference,
    filter: AgendaFilter,
  ): Promise<Omit<FoundAgenda, 'items' | 'changes'> & { readonly gone?: readonly number[] }> {
    const names = (column: string) =>
      this.#public(conference)
        .whereNotNull(column)
        .select(this.db.raw(`distinct on (${folded(column)}) ${column}`))
        .orderByRaw(`${folded(column)}, ${column}`);
    const query = this.db.select(
      this.db.raw('array(?) as tracks', [names('i.track')]),
      this.db.raw('array(?) as rooms', [names('i.room')]),
      this.db.raw(
        `(select coalesce(json_agg(json_build_object('name', name, 'color', color)
                                   order by position, id), '[]')
            from agenda_groups
           where conference_id = ? and kind = 'track' and color is not null
             and name in (?)) as track_colors`,
        [conference.id, this.#public(conference).select('i.track')],
      ),
    );
    if (filter.updated_since) {
      // As JSON, since the driver reads an array of bigints as strings.
      query.select(
        this.db.raw(`(select coalesce(json_agg(id order by id), '[]') from (?) as g) as gone`, [
          this.#goneSince(filter.updated_since, { conference, filter }),
        ]),
      );
    }
    return onlyRow(await query);
  }

  /** Ids that left the agenda: deleted or moved items, and changed ones that do not match. */
  #goneSince(
    since: string,
    { conference, filter }: { conference: AgendaConference; filter: AgendaFilter },
  ): Knex.QueryBuilder {
    const changed = this.#public(conference).whereRaw(CHANGED, [since]).select('i.id');
    return (
      deletedSince(this.db, 'agenda_item', { since, conference_id: conference.id })
        .union(changed)
        // A moved item may still match, or match again.
        .except(this.#matching(conference, filter).select('i.id'))
    );
  }

  #matching(
    conference: AgendaConference,
    { q, matching, ...filter }: Searched<AgendaFilter>,
  ): Knex.QueryBuilder {
    const query = narrowItems(this.#public(conference), conference, filter);
    if (q) matchingEveryWord(query, { q, matching }, WORD);
    return query;
  }

  #public({ id }: AgendaConference): Knex.QueryBuilder {
    return agendaItems(this.db).where('i.conference_id', id).whereRaw(IS_SHOWN);
  }
}

function narrowItems(
  query: Knex.QueryBuilder,
  { timezone }: AgendaConference,
  { day, track, room, kind }: AgendaFilter,
): Knex.QueryBuilder {
  if (day) query.whereRaw('(i.starts_at at time zone ?)::date = ?', [timezone, day]);
  if (track) query.whereRaw('folded_name(i.track) = folded_name(?)', [track]);
  if (room) query.whereRaw('folded_name(i.room) = folded_name(?)', [room]);
  if (kind) query.where('i.kind', kind);
  return query;
}

const speakerMatches = (condition: string) => `exists (
  select from agenda_item_speakers x ${PUBLIC_SPEAKER}
   where x.agenda_item_id = i.id and ${condition})`;

/**
 * Matches a word of the item or of the name of a speaker; a similar word also of their title or
 * company.
 */
const WORD = {
  exact: (word: string) =>
    `i.search @@ ${word} or ${speakerMatches(`ts_filter(s.search, '{a}') @@ ${word}`)}`,
  similar: (contains: (text: string) => string) =>
    `${contains('i.search_text')} or ${speakerMatches(contains('s.search_text'))}`,
};
