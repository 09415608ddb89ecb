import type { Knex } from 'knex';
import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import {
  type ChangingPage,
  type NumberedRequest,
  numberedPage,
  type Page,
} from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import { lookUp } from '../../db/statement.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import type { Event, EventKind, ReadEvent } from '../../domain/programme/events.ts';
import { attendanceInJson, EVENT_ATTENDANCES } from '../attendance/attendances.sql.ts';
import { containingEveryWord } from '../word-search.sql.ts';
import { conferenceStatus, notADraft, notAmongDrafts } from './conferences.sql.ts';
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

export interface EventWithAttendance extends ReadEvent {
  readonly attendance: Attendance;
}

/** The columns that decide a request to attend a public event. */
export type EventStanding = Pick<
  Event,
  | 'id'
  | 'status'
  | 'ends_at'
  | 'capacity'
  | 'registration_mode'
  | 'registration_closes_at'
  | 'attendee_count'
> & { readonly attendance: Attendance };

export type When = 'upcoming' | 'past';

const COLUMNS = EVENT_COLUMNS.map((column) => `e.${column}`);
const readColumns = (db: Knex) => [...COLUMNS, db.raw(conferenceStatus('e.conference_id'))];

const ATTENDANCE = `${attendanceInJson(EVENT_ATTENDANCES)} as attendance`;

const outsideDrafts = (db: Knex): Knex.QueryBuilder =>
  db('events as e').whereRaw(notADraft('e.conference_id'));

const withAttendanceOf = (query: Knex.QueryBuilder, userId: number): Knex.QueryBuilder =>
  query.leftJoin('event_attendances as a', (on) => {
    on.on('a.event_id', 'e.id').andOnVal('a.user_id', userId);
  });

/** Public events and those the user requested, joined with the user's attendance `a`, if any. */
const visibleTo = (db: Knex, userId: number): Knex.QueryBuilder =>
  withAttendanceOf(outsideDrafts(db), userId).where((visible) => {
    visible.whereRaw('is_public_event_status(e.status)').orWhere('e.submitted_by', userId);
  });

const findPublic = (db: Knex): Knex.QueryBuilder =>
  outsideDrafts(db).whereRaw('is_public_event_status(e.status)').first(readColumns(db));

const FIND_BY_ID = lookUp<{ id: number }, ReadEvent>((db, { id }) =>
  findPublic(db).where('e.id', id),
);
const FIND_BY_SLUG = lookUp<{ slug: string }, ReadEvent>((db, { slug }) =>
  findPublic(db).where('e.slug', slug),
);
const FIND_WITH_ATTENDANCE = lookUp<{ userId: number; id: number }, EventWithAttendance>(
  (db, { userId, id }) =>
    visibleTo(db, userId)
      .where('e.id', id)
      .first([...readColumns(db), db.raw(ATTENDANCE)]),
);

const { seatColumns, decidingColumns } = EVENT_ATTENDANCES;
const STANDING_COLUMNS = ['id', ...seatColumns, ...decidingColumns].map((name) => `e.${name}`);
const FIND_STANDING = lookUp<{ userId: number; id: number }, EventStanding>((db, { userId, id }) =>
  withAttendanceOf(outsideDrafts(db), userId)
    .whereRaw('is_public_event_status(e.status)')
    .where('e.id', id)
    .first([...STANDING_COLUMNS, db.raw(ATTENDANCE)]),
);

/** Events as users and visitors see them. */
export class EventsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Approved events, sorted by start. */
  async list(
    filter: EventsFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<ChangingPage<ReadEvent>> {
    const { updated_since: since } = filter;
    const of = (words: Searched<Pick<EventsFilter, 'q'>>) => {
      const query = this.#listed({ ...filter, ...words }, now)
        .orderBy(['e.starts_at', 'e.id'])
        .select(readColumns(this.#db));
      return since === undefined ? query : query.where('e.updated_at', '>', since);
    };
    return withChanges(this.#db, () =>
      pageWithGone(
        this.#db,
        () =>
          searchedPage<ReadEvent>(since === undefined ? filter.q : undefined, page, {
            key: 'e.id',
            kept: { list: 'events', by: { ...filter }, data: ['conferences', 'events'] },
            of,
            isMatch: (event, q) => searchEvents(event, { q, matching: 'inspected' }),
          }),
        async () => (since ? this.#goneSince(since, filter, now) : undefined),
      ),
    );
  }

  /** A public event. */
  async find(by: { id: number } | { slug: string }): Promise<ReadEvent | undefined> {
    return 'id' in by ? FIND_BY_ID.first(this.#db, by) : FIND_BY_SLUG.first(this.#db, by);
  }

  /** An event that the user may see, with the user's attendance. */
  async findWithAttendance(userId: number, id: number): Promise<EventWithAttendance | undefined> {
    return FIND_WITH_ATTENDANCE.first(this.#db, { userId, id });
  }

  async findStanding(userId: number, id: number): Promise<EventStanding | undefined> {
    return FIND_STANDING.first(this.#db, { userId, id });
  }

  /** Events a user attends, is waitlisted for or requested: by start, past ones latest first. */
  async listOf(
    userId: number,
    { when, now }: { when: When | undefined; now: string },
    page: NumberedRequest,
  ): Promise<Page<EventWithAttendance>> {
    const order = when === 'past' ? 'desc' : 'asc';
    const attended = this.#db('event_attendances')
      .where('user_id', userId)
      .whereNot('status', 'cancelled')
      .select('event_id');
    const requested = this.#db('events').where('submitted_by', userId).select('id');
    const query = visibleTo(this.#db, userId)
      // A union uses the index of each part; an `or` of the two reads every event.
      .whereIn('e.id', attended.union(requested))
      .orderBy([
        { column: 'e.starts_at', order },
        { column: 'e.id', order },
      ])
      .select([...readColumns(this.#db), this.#db.raw(ATTENDANCE)]);
    if (when) query.where('e.ends_at', when === 'upcoming' ? '>' : '<=', now);
    return numberedPage<EventWithAttendance>(query, page, {
      kept: {
        list: 'my events',
        by: { userId, when },
        data: ['attendees', 'conferences', 'events'],
      },
    });
  }

  #listed(filter: Searched<EventsFilter>, now: string): Knex.QueryBuilder {
    const query = this.#db('events as e')
      .whereRaw(notAmongDrafts('e.conference_id'))
      .where('e.status', 'approved');
    narrowEvents(query, filter, now);
    return query;
  }

  /** Ids that left the list: deleted or moved events, and once public ones that no longer match. */
  async #goneSince(since: string, filter: EventsFilter, now: string): Promise<number[]> {
    const { conference_id } = filter;
    const changed = this.#db('events as e')
      .leftJoin('conferences as c', 'c.id', 'e.conference_id')
      .where('e.updated_at', '>', since)
      .whereRaw('is_public_event_status(e.status)')
      .whereRaw('(c.id is null or c.published_at is not null)')
      .select('e.id');
    if (conference_id) changed.where('e.conference_id', conference_id);
    const ended = this.#listed({ ...filter, upcoming: false }, now)
      .where('e.ends_at', '>', since)
      .where('e.ends_at', '<=', now)
      .select('e.id');
    // An event that moved out of a conference was noted as gone from it.
    const gone: { id: number }[] = await deletedSince(this.#db, 'event', { since, conference_id })
      .union(changed)
      // An event ends without an update of its row.
      .union(filter.upcoming ? [ended] : [])
      // A moved event may still match.
      .except(this.#listed(filter, now).where('e.updated_at', '>', since).select('e.id'));
    return gone.map(({ id }) => id);
  }
}

const isDay = (given: string) => !given.includes('T');

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
  if (tag || q) query.options(UNNAMED);
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
