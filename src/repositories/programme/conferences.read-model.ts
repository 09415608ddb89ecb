import type { Knex } from 'knex';
import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type ChangingPage,
  MAX_ADMIN_TOTAL,
  type NumberedRequest,
  type Page,
} from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { searchedPage } from '../../db/search-pages.ts';
import { sorted } from '../../db/sorts.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { OwnAttendance } from '../../domain/attendance/attendances.ts';
import type {
  Conference,
  ConferenceStatus,
  CountedConference,
  OutsideDays,
} from '../../domain/programme/conferences.ts';
import type { FormQuestion } from '../../domain/registration/forms.ts';
import type { Sort } from '../../domain/sorts.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { attendanceInJson, CONFERENCE_ATTENDANCES } from '../attendance/attendances.sql.ts';
import { formQuestions } from '../registration/forms.sql.ts';
import { OFFERED_TYPES } from '../registration/ticket-types.sql.ts';
import { containingEveryWord, orWithId } from '../search.sql.ts';
import { CONFERENCE_COLUMNS } from './conferences.repository.ts';
import { isOutsideDays } from './conferences.sql.ts';

interface CommonFilter {
  /** Only conferences that have not ended. */
  readonly upcoming?: boolean | undefined;
  /** Only conferences that have ended. */
  readonly past?: boolean | undefined;
  readonly q?: string | undefined;
}
export interface ConferencesFilter extends CommonFilter {
  readonly updated_since?: string | undefined;
}
const KEYS = { id: 'c.id', starts_on: 'c.starts_on', name: 'lower(c.name)' } as const;

export interface AdminConferencesFilter extends CommonFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: ConferenceStatus | undefined;
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
}

/** A public conference with what registering asks. */
export interface AskingConference extends CountedConference {
  readonly form_questions: readonly FormQuestion[];
}

/** The columns that decide a request to register for a public conference. */
export type ConferenceRegistrationContext = Pick<
  Conference,
  | 'id'
  | 'status'
  | 'ends_at'
  | 'capacity'
  | 'registration_mode'
  | 'registration_closes_at'
  | 'attendee_count'
  | 'invited_count'
  | 'waitlist'
  | 'has_form'
  | 'has_ticket_types'
  | 'transfers_until'
> & { readonly attendance: OwnAttendance };

const columnsOf = (db: Knex) => [
  ...CONFERENCE_COLUMNS.map((column) => `c.${column}`),
  db.raw(
    `(select count(*) from events e
           where e.conference_id = c.id and e.status = 'approved') as event_count`,
  ),
  db.raw(`${OFFERED_TYPES} as offered_types`),
];

const ATTENDANCE = attendanceInJson(CONFERENCE_ATTENDANCES, { attendable: 'c.id', user: '?' });
const { seatColumns, decidingColumns } = CONFERENCE_ATTENDANCES;
const STANDING_COLUMNS = ['id', ...seatColumns, ...decidingColumns];

const findPublic = (db: Knex): Knex.QueryBuilder =>
  db('conferences as c')
    .whereNot('c.status', 'draft')
    .first([...columnsOf(db), db.raw(formQuestions('conference', 'c.id'))]);

const FIND_BY_ID = preparedQuery<{ id: number }, AskingConference>((db, { id }) =>
  findPublic(db).where('c.id', id),
);
const FIND_BY_SLUG = preparedQuery<{ slug: string }, AskingConference>((db, { slug }) =>
  findPublic(db).where('c.slug', slug),
);
const FIND_STANDING = preparedQuery<{ userId: number; id: number }, ConferenceRegistrationContext>(
  (db, { userId, id }) =>
    db('conferences as c')
      .leftJoin('registrations as a', (on) => {
        on.on('a.conference_id', 'c.id').andOnVal('a.user_id', userId);
      })
      .where('c.id', id)
      .whereNot('c.status', 'draft')
      .first([
        ...STANDING_COLUMNS.map((name) => `c.${name}`),
        db.raw(`${ATTENDANCE} as attendance`, [userId]),
      ]),
);

const OUTSIDE_DAYS = `
  select (select count(*) from agenda_items x
           where x.conference_id = c.id and x.status = 'scheduled' and ${isOutsideDays('x')}) as agenda_items,
         (select count(*) from events x
           where x.conference_id = c.id and x.status in ('pending', 'approved') and ${isOutsideDays('x')})
           as events
    from conferences c where c.id = :id`;

export class ConferencesReadModel extends OnDatabase {
  /** Published conferences, sorted by start. */
  async list(
    filter: ConferencesFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<ChangingPage<CountedConference>> {
    const { updated_since: since } = filter;
    const of = (words: Searched<Pick<ConferencesFilter, 'q'>>) => {
      const query = this.#listed({ ...filter, ...words }, now)
        .orderBy(['c.starts_on', 'c.id'])
        .select(columnsOf(this.db));
      if (since === undefined) return query;
      return query.where((on) => {
        on.where('c.updated_at', '>', since);
        // A conference ends without an update of its row.
        if (filter.past) on.orWhere((ended) => endedSince(ended, since, now));
      });
    };
    return withChanges(this.db, () =>
      pageWithGone(
        this.db,
        () =>
          searchedPage<CountedConference>(since === undefined ? filter.q : undefined, page, {
            key: 'c.id',
            of,
          }),
        async () => (since ? this.#goneSince(since, filter, now) : undefined),
      ),
    );
  }

  /** Conferences of any status. */
  async listAll(
    filter: AdminConferencesFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<Page<CountedConference>> {
    const { status } = filter;
    const listed = ({ q, matching }: Searched<Pick<AdminConferencesFilter, 'q'>>) => {
      const query = this.db('conferences as c').select(columnsOf(this.db));
      sorted(query, { sort: filter.sort, keys: KEYS, id: 'c.id' });
      if (status) query.where('c.status', status);
      inConferences(query, 'c.id', filter.conference_ids);
      narrow(query, { ...filter, q: undefined }, now);
      if (q) searchAll(query, { q, matching });
      return query;
    };
    return searchedPage<CountedConference>(filter.q, page, {
      key: 'c.id',
      most: MAX_ADMIN_TOTAL,
      of: listed,
    });
  }

  /** A published or archived conference. */
  async find(by: { id: number } | { slug: string }): Promise<AskingConference | undefined> {
    return 'id' in by ? FIND_BY_ID.first(this.db, by) : FIND_BY_SLUG.first(this.db, by);
  }

  /** A conference of any status. */
  async findAny(id: number): Promise<CountedConference | undefined> {
    const query = this.db('conferences as c').where('c.id', id).first(columnsOf(this.db));
    return query as Promise<CountedConference | undefined>;
  }

  /** Counts what takes place before the first or after the last day of a conference. */
  async countOutsideDays(id: number): Promise<OutsideDays> {
    const { rows } = await this.db.raw<{ rows: OutsideDays[] }>(OUTSIDE_DAYS, { id });
    return onlyRow(rows);
  }

  /** Finds a published or archived conference; undefined for any other id. */
  async findRegistrationContext(
    userId: number,
    id: number,
  ): Promise<ConferenceRegistrationContext | undefined> {
    return FIND_STANDING.first(this.db, { userId, id });
  }

  #listed(filter: Searched<ConferencesFilter>, now: string): Knex.QueryBuilder {
    const query = this.db('conferences as c').where('c.status', 'published');
    narrow(query, filter, now);
    return query;
  }

  /** Ids that left the list: deleted conferences, and once public ones that no longer match. */
  async #goneSince(since: string, filter: ConferencesFilter, now: string): Promise<number[]> {
    const changed = this.db('conferences as c')
      .where((on) => {
        on.where('c.updated_at', '>', since);
        if (filter.upcoming) on.orWhere((ended) => endedSince(ended, since, now));
      })
      .whereNotNull('c.published_at')
      .whereNotIn('c.id', this.#listed(filter, now).select('c.id'))
      .select('c.id');
    const gone: { id: number }[] = await deletedSince(this.db, 'conference', { since }).union(
      changed,
    );
    return gone.map(({ id }) => id);
  }
}

function endedSince(query: Knex.QueryBuilder, since: string, now: string): void {
  query.where('c.ends_at', '>', since).where('c.ends_at', '<=', now);
}

function narrow(
  query: Knex.QueryBuilder,
  { upcoming, past, q, matching }: Searched<CommonFilter>,
  now: string,
): void {
  if (upcoming) query.where('c.ends_at', '>', now);
  if (past) query.where('c.ends_at', '<=', now);
  if (q) search(query, { q, matching });
}

type Search = Searched<{ readonly q: string }>;

const search = (query: Knex.QueryBuilder, words: Search): void =>
  containingEveryWord(query, words, 'c.search_text');

/** For administrators, also by the id. */
const searchAll = (query: Knex.QueryBuilder, words: Search): void =>
  orWithId(query, { q: words.q, id: 'c.id' }, (conferences) => search(conferences, words));
