import type { Knex } from 'knex';
import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type ChangingPage,
  type NumberedRequest,
  numberedPage,
  type Page,
  prepare,
  preparedList,
} from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { OwnAttendance } from '../../domain/attendance/attendances.ts';
import type { Event, ReadEvent, When } from '../../domain/programme/events.ts';
import type { FormQuestion } from '../../domain/registration/forms.ts';
import { attendanceInJson, EVENT_ATTENDANCES } from '../attendance/attendances.sql.ts';
import { formQuestions } from '../registration/forms.sql.ts';
import { notADraft } from './conferences.sql.ts';
import {
  EVENTS_LIST,
  type EventsFilter,
  inOrderOfStart,
  listedEvents,
  preparedFilter,
  readColumns,
  type WhenFilter,
  whenFilter,
} from './events.sql.ts';

/** A single event with what attending asks. */
export interface AskingEvent extends ReadEvent {
  readonly form_questions: readonly FormQuestion[];
}

export interface EventWithAttendance extends ReadEvent {
  readonly attendance: OwnAttendance;
}

/** The columns that decide a request to attend a public event. */
export type EventRegistrationContext = Pick<
  Event,
  | 'id'
  | 'status'
  | 'ends_at'
  | 'capacity'
  | 'registration_mode'
  | 'registration_closes_at'
  | 'attendee_count'
  | 'waitlist'
  | 'has_form'
> & { readonly attendance: OwnAttendance };

const ATTENDANCE = attendanceInJson(EVENT_ATTENDANCES, { attendable: 'e.id', user: '?' });
const attendanceOf = (db: Knex, userId: number): Knex.Raw =>
  db.raw(`${ATTENDANCE} as attendance`, [userId]);

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

const FORM = formQuestions('event', 'e.id');

const findPublic = (db: Knex): Knex.QueryBuilder =>
  outsideDrafts(db)
    .whereRaw('is_public_event_status(e.status)')
    .first([...readColumns(db), db.raw(FORM)]);

const FIND_BY_ID = preparedQuery<{ id: number }, AskingEvent>((db, { id }) =>
  findPublic(db).where('e.id', id),
);
const FIND_BY_SLUG = preparedQuery<{ slug: string }, AskingEvent>((db, { slug }) =>
  findPublic(db).where('e.slug', slug),
);
const FIND_WITH_ATTENDANCE = preparedQuery<
  { userId: number; id: number },
  EventWithAttendance & AskingEvent
>((db, { userId, id }) =>
  visibleTo(db, userId)
    .where('e.id', id)
    .first([...readColumns(db), db.raw(FORM), attendanceOf(db, userId)]),
);

const { seatColumns, decidingColumns } = EVENT_ATTENDANCES;
const STANDING_COLUMNS = ['id', ...seatColumns, ...decidingColumns].map((name) => `e.${name}`);
const FIND_STANDING = preparedQuery<{ userId: number; id: number }, EventRegistrationContext>(
  (db, { userId, id }) =>
    withAttendanceOf(outsideDrafts(db), userId)
      .whereRaw('is_public_event_status(e.status)')
      .where('e.id', id)
      .first([...STANDING_COLUMNS, attendanceOf(db, userId)]),
);

/** The events of `listOf`; past ones, the latest first, with `endsBefore`. */
const OWN = prepare<WhenFilter & { readonly userId: number }, EventWithAttendance>(
  (db, { userId, endsAfter, endsBefore }) => {
    const order = endsBefore ? 'desc' : 'asc';
    const attended = db('event_attendances')
      .where('user_id', userId)
      .whereNot('status', 'cancelled')
      .select('event_id');
    const requested = db('events').where('submitted_by', userId).select('id');
    const asked = db('registration_requests')
      .where({ user_id: userId, status: 'pending' })
      .whereNotNull('event_id')
      .select('event_id');
    const query = visibleTo(db, userId)
      // A union uses the index of each part; an `or` of the two reads every event.
      .whereIn('e.id', attended.union(requested).union(asked))
      .orderBy([
        { column: 'e.starts_at', order },
        { column: 'e.id', order },
      ])
      .select([...readColumns(db), attendanceOf(db, userId)]);
    if (endsAfter) query.where('e.ends_at', '>', endsAfter);
    if (endsBefore) query.where('e.ends_at', '<=', endsBefore);
    return query;
  },
);

/** Events as users and visitors see them. */
export class EventsReadModel extends OnDatabase {
  /** Approved events, sorted by start. */
  async list(
    filter: EventsFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<ChangingPage<ReadEvent>> {
    const { updated_since: since } = filter;
    const of = (words: Searched<Pick<EventsFilter, 'q'>>) => {
      const query = inOrderOfStart(this.db, listedEvents(this.db, { ...filter, ...words }, now));
      return since === undefined ? query : query.where('e.updated_at', '>', since);
    };
    const prepared = preparedFilter(filter, now);
    if (prepared) {
      const events = preparedList(this.db, EVENTS_LIST, prepared);
      return withChanges(this.db, () => numberedPage(events, page));
    }
    return withChanges(this.db, () =>
      pageWithGone(
        this.db,
        () =>
          searchedPage<ReadEvent>(since === undefined ? filter.q : undefined, page, {
            key: 'e.id',
            of,
          }),
        async () => (since ? this.#goneSince(since, filter, now) : undefined),
      ),
    );
  }

  /** A public event. */
  async find(by: { id: number } | { slug: string }): Promise<AskingEvent | undefined> {
    return 'id' in by ? FIND_BY_ID.first(this.db, by) : FIND_BY_SLUG.first(this.db, by);
  }

  /** An event that the user may see, with the user's attendance. */
  async findWithAttendance(
    userId: number,
    id: number,
  ): Promise<(EventWithAttendance & AskingEvent) | undefined> {
    return FIND_WITH_ATTENDANCE.first(this.db, { userId, id });
  }

  async findRegistrationContext(
    userId: number,
    id: number,
  ): Promise<EventRegistrationContext | undefined> {
    return FIND_STANDING.first(this.db, { userId, id });
  }

  /**
   * Events a user attends, is waitlisted for, asked to attend or requested: by start, past ones latest
   * first.
   */
  async listOf(
    userId: number,
    { when, now }: { when: When | undefined; now: string },
    page: NumberedRequest,
  ): Promise<Page<EventWithAttendance>> {
    const filter = { userId, ...whenFilter(when, now) };
    return numberedPage(preparedList(this.db, OWN, filter), page);
  }

  /** Ids that left the list: deleted or moved events, and once public ones that no longer match. */
  async #goneSince(since: string, filter: EventsFilter, now: string): Promise<number[]> {
    const { conference_id } = filter;
    const changed = this.db('events as e')
      .leftJoin('conferences as c', 'c.id', 'e.conference_id')
      .where('e.updated_at', '>', since)
      .whereRaw('is_public_event_status(e.status)')
      .whereRaw('(c.id is null or c.published_at is not null)')
      .select('e.id');
    if (conference_id) changed.where('e.conference_id', conference_id);
    const ended = listedEvents(this.db, { ...filter, upcoming: false }, now)
      .where('e.ends_at', '>', since)
      .where('e.ends_at', '<=', now)
      .select('e.id');
    // An event that moved out of a conference was noted as gone from it.
    const gone: { id: number }[] = await deletedSince(this.db, 'event', { since, conference_id })
      .union(changed)
      // An event ends without an update of its row.
      .union(filter.upcoming ? [ended] : [])
      // A moved event may still match.
      .except(listedEvents(this.db, filter, now).where('e.updated_at', '>', since).select('e.id'));
    return gone.map(({ id }) => id);
  }
}
