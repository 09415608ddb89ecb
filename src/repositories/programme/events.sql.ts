import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { prepare } from '../../db/pages.ts';
import { statements } from '../../db/statement.ts';
import type { EventKind, ReadEvent, When } from '../../domain/programme/events.ts';
import { containingEveryWord } from '../search.sql.ts';
import { conferenceStatus, notAmongDrafts } from './conferences.sql.ts';
import { EVENT_COLUMNS } from './events.repository.ts';

export interface EventsFilter {
  readonly conference_id?: number | undefined;
  readonly kind?: EventKind | undefined;
  readonly tag?: string | undefined;
  readonly q?: string | undefined;
  /**
   * Events that are running at this time, or at the start of this day, or start later. A day is one
   * in the time zone of the conference, else in UTC.
   */
  readonly from?: string | undefined;
  /** Events that start before this time, or before the end of this day. */
  readonly to?: string | undefined;
  /** Events that have not ended. */
  readonly upcoming?: boolean | undefined;
  readonly updated_since?: string | undefined;
}

const COLUMNS = EVENT_COLUMNS.map((column) => `e.${column}`);
/** The columns of a `ReadEvent`, of events `e`. */
export const readColumns = (db: Knex) => [...COLUMNS, db.raw(conferenceStatus('e.conference_id'))];

/** Approved events `e` that are not of a draft. */
export function listedEvents(
  db: Knex,
  filter: Searched<EventsFilter>,
  now: string,
): Knex.QueryBuilder {
  const query = db('events as e')
    .whereRaw(notAmongDrafts('e.conference_id'))
    .where('e.status', 'approved');
  narrowEvents(query, filter, now);
  return query;
}

/** The order and the columns of the public list. */
export const inOrderOfStart = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.orderBy(['e.starts_at', 'e.id']).select(readColumns(db));

/** The filters of the public list for which its SQL is the same whatever their values are. */
type PreparedFilter = Pick<EventsFilter, 'conference_id' | 'kind' | 'from' | 'to'> & {
  readonly endsAfter?: string | undefined;
};

/** The public list, for requests with a `preparedFilter`. */
export const EVENTS_LIST = prepare<PreparedFilter, ReadEvent>(
  // The arguments are placeholders, so each is named: the statement must contain all that it reads.
  (db, { conference_id, kind, from, to, endsAfter = '' }) => {
    const filter = { conference_id, kind, from, to, upcoming: endsAfter !== '' };
    return inOrderOfStart(db, listedEvents(db, filter, endsAfter));
  },
  { statements, isCountedBeside: true },
);

/** Undefined for a filter whose best plan depends on its value, or with days. */
export function preparedFilter(
  { conference_id, kind, tag, q, from, to, upcoming, updated_since }: EventsFilter,
  now: string,
): PreparedFilter | undefined {
  const hasDay = [from, to].some((time) => time !== undefined && isDay(time));
  if (tag || q || updated_since || hasDay) return undefined;
  return { conference_id, kind, from, to, endsAfter: upcoming ? now : undefined };
}

/** A placeholder of a prepared list is an instant. */
const isDay = (given: string) => typeof given === 'string' && !given.includes('T');

/** The filter of a prepared list for `When`. */
export type WhenFilter = {
  readonly endsAfter?: string | undefined;
  readonly endsBefore?: string | undefined;
};

export const whenFilter = (when: When | undefined, now: string): WhenFilter => ({
  endsAfter: when === 'upcoming' ? now : undefined,
  endsBefore: when === 'past' ? now : undefined,
});

/** A subquery, which PostgreSQL reads once, so that the comparison uses an index. */
const START_OF_DAY = `(
  select (?::date + ?::integer)::timestamp
         at time zone coalesce((select timezone from conferences where id = ?), 'UTC'))`;

/** Applies the filter, except `updated_since`, to a query of events `e`. */
export function narrowEvents(
  query: Knex.QueryBuilder,
  filter: Searched<EventsFilter>,
  now: string,
): void {
  const { conference_id, kind, tag, q, matching, from, to, upcoming } = filter;
  if (conference_id) query.where('e.conference_id', conference_id);
  if (kind) query.where('e.kind', kind);
  if (tag) query.whereRaw('folded(e.tags) @> array[lower(?)]', [tag]);
  if (q) searchEvents(query, { q, matching });
  const { client } = query;
  if (from) {
    const start = isDay(from) ? client.raw(START_OF_DAY, [from, 0, conference_id ?? null]) : from;
    query
      .where('e.ends_at', '>=', start)
      // An event that ends at that time is over, unless it also starts then, as in some feeds.
      .where((on) => on.where('e.ends_at', '>', start).orWhere('e.starts_at', start));
  }
  if (to) {
    const end = isDay(to) ? client.raw(START_OF_DAY, [to, 1, conference_id ?? null]) : to;
    query.where('e.starts_at', '<', end);
  }
  if (upcoming) query.where('e.ends_at', '>', now);
}

/** Restricts a query of events `e` to those that have every word. */
export const searchEvents = (
  query: Knex.QueryBuilder,
  words: Searched<{ readonly q: string }>,
): void => containingEveryWord(query, words, 'e.search_text');
