import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type {
  Attendee,
  AttendeeCounts,
  ListedStatus,
  StoredInvitee,
} from '../../domain/attendance/attendees.ts';
import { type SortPosition, sortOf } from '../../domain/sorts.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { readAnswers } from '../registration/forms.sql.ts';
import {
  type AdminAttendeesFilter,
  type AttendeeSortKey,
  attendeeSorting,
  isAttendeesOnly,
  narrowAttendees,
} from './admin-attendees.sql.ts';
import { type AttendanceTables, waitingNumbers } from './attendances.sql.ts';
import { isListedWithdrawn, isOpen, searchInvited, searchRegistered } from './invitations.sql.ts';

const PERSON = [
  'messenger_id',
  'first_name',
  'last_name',
  'username',
  'company',
  'job_title',
] as const satisfies readonly (keyof (Attendee | StoredInvitee))[];

export type AdminAttendeePosition = SearchPosition<SortPosition>;

const NO_ATTENDEES = { registered: 0, checked_in: 0, waitlisted: 0, cancelled: 0 };

type Unsorted = Omit<AdminAttendeesFilter, 'sort'>;

/** What a list with guests contains. */
const LISTED = {
  all: `(a.user_id is not null or a.status <> 'cancelled')`,
  invited: isOpen('a'),
  withdrawn: isListedWithdrawn('a'),
} as const satisfies Partial<Record<ListedStatus, string>>;

/** Whether a list contains guests. */
const hasGuests = ({ status = 'registered', ...filter }: Unsorted): boolean =>
  status in LISTED && !isAttendeesOnly(filter);

/** The sources in which a search of a list with guests looks. */
const sourcesOf = (filter: Unsorted): readonly string[] | undefined => {
  if (!hasGuests(filter)) return undefined;
  return filter.status === 'all' ? ['users', 'guests'] : ['guests'];
};

const COLUMNS = ['user_id', 'registered_at', 'checked_in_at', 'queue_number'] as const;
const WAITS = `a.status = 'waitlisted' as waits`;

/** The beginning of an SQL expression: of a guest, `value`. */
const ofGuest = (value: string) => `case when a.user_id is null then ${value}`;

/** A row with its place in the order; `waits` in the queue for a seat. */
type Listed = (Attendee | StoredInvitee) & {
  waitlist_position: number | null;
  readonly queue_number: number;
  readonly waits: boolean;
};

/** A row of the list with its place in the queue, by which its code is signed. */
export type Placed<Row> = Row & { readonly queue_number: number };

/** All attendances of events, or of conferences, including cancelled ones; and open invitations. */
export class AdminAttendeesReadModel<
  Row extends Attendee | StoredInvitee = Attendee,
> extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  /**
   * By default in the order of the last registration: a user who cancelled and registered again is
   * further back. Contains invitations with the status `invited`, `withdrawn` or `all` only.
   */
  async list(
    attendableId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<AdminAttendeePosition>,
  ): Promise<Page<Placed<Row>, AdminAttendeePosition>> {
    const sorting = attendeeSorting(filter.sort);
    const { isDescending } = sortOf(filter.sort);
    const sources = sourcesOf(filter);
    const page = await searchedKeysetPage(filter.q, request, {
      key: 'a.queue_number',
      sourcesOf: sources && (() => sources),
      merged: sources && (isDescending ? 'desc' : 'asc'),
      of: (words) => sorted(this.#rows(attendableId, { ...filter, ...words }), sorting),
      read: (query, from, total) =>
        sortedPage<Listed, AttendeeSortKey>(query, from, { ...sorting, total }),
    });
    const rows = await this.#withPositions(attendableId, page.rows);
    return { ...page, rows: rows as Placed<Row>[] };
  }

  /** The row of a user. */
  async findAttendee(attendableId: number, userId: number): Promise<Attendee | undefined> {
    const rows: Listed[] = await this.#rows(attendableId, {}).where('a.user_id', userId);
    return (await this.#first(attendableId, rows)) as Attendee | undefined;
  }

  /** The row of an open invitation. */
  async findInvitee(
    attendableId: number,
    invitationId: number,
  ): Promise<StoredInvitee | undefined> {
    const query = this.#rows(attendableId, { status: 'invited' });
    const rows: Listed[] = await query.where('a.id', invitationId);
    return (await this.#first(attendableId, rows)) as StoredInvitee | undefined;
  }

  async #first(attendableId: number, rows: readonly Listed[]) {
    const [found] = await this.#withPositions(attendableId, rows);
    if (!found) return undefined;
    const { queue_number: _, ...row } = found;
    return row;
  }

  /** The number of attendances of each status, and of open invitations. */
  async countByStatus(attendableId: number): Promise<AttendeeCounts> {
    const { attendances, key, hasInvitations } = this.#tables;
    const { rows } = await this.db.raw<{ rows: { status: string; count: number }[] }>(
      `select case when a.user_id is null then 'invited' else a.status end as status,
              count(*) as count
         from ${attendances} a
        where a.${key} = :attendableId and (a.user_id is not null or a.status <> 'cancelled')
        group by 1`,
      { attendableId },
    );
    const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    return { ...NO_ATTENDEES, ...(hasInvitations && { invited: 0 }), ...counted };
  }

  #rows(attendableId: number, filter: Searched<Unsorted>): Knex.QueryBuilder {
    const { q, matching, byContacts } = filter;
    const isOfAll = hasGuests(filter);
    const query = isOfAll ? this.#withGuests(attendableId, filter) : this.#attendees(attendableId);
    narrowAttendees(query, this.#tables, isOfAll ? { ...filter, status: undefined } : filter);
    if (filter.withAnswers) {
      const { key } = this.#tables;
      const of = { userId: 'a.user_id', questions: `q.${key} = a.${key}` };
      query.select(this.db.raw(`${readAnswers(of, filter.withAnswers)} as answers`));
    }
    if (!q) return query;
    const search = { q, matching, byContacts };
    if (filter.source === 'users') searchAllUsers(query.whereNotNull('a.user_id'), search);
    else if (filter.source === 'guests') searchInvited(query.whereNull('a.user_id'), search, 'a');
    else if (isOfAll) searchRegistered(query, search);
    else searchAllUsers(query, search);
    return query;
  }

  #attendees(attendableId: number): Knex.QueryBuilder {
    const { attendances, key, extraColumns, hasInvitations } = this.#tables;
    const query = this.db(`${attendances} as a`)
      .join('users as u', 'u.id', 'a.user_id')
      .where(`a.${key}`, attendableId)
      .select(PERSON.map((column) => `u.${column}`))
      .select('a.status', 'a.version', 'a.desk_note')
      .select([...COLUMNS, ...extraColumns].map((column) => `a.${column}`))
      .select('u.photo_url', 'u.is_blocked', this.db.raw(WAITS));
    if (hasInvitations) {
      query.select(this.db.raw('null::bigint as invitation_id, null::timestamptz as reopened_at'));
    }
    return query;
  }

  /** Only for conferences. */
  #withGuests(conferenceId: number, { status }: Unsorted): Knex.QueryBuilder {
    return this.db('registrations as a')
      .leftJoin('users as u', 'u.id', 'a.user_id')
      .where('a.conference_id', conferenceId)
      .whereRaw(LISTED[status as keyof typeof LISTED])
      .select(
        PERSON.map((name) => this.db.raw(`${ofGuest(`a.${name}`)} else u.${name} end as ${name}`)),
      )
      .select(
        this.db.raw(`${ofGuest('a.id')} end as invitation_id,
          case when a.user_id is not null then a.status
               when a.cancelled_at is null then 'invited' else 'withdrawn' end as status,
          case when a.user_id is not null then a.version end as version`),
      )
      .select([...COLUMNS, 'ticket_type', 'claimed_by', 'desk_note'].map((name) => `a.${name}`))
      .select(
        ['reopened_at', 'ticket_code_end', 'is_walk_in', 'email_encrypted'].map((name) =>
          this.db.raw(`${ofGuest(`a.${name}`)} end as ${name}`),
        ),
      )
      .select(
        'u.photo_url',
        'u.is_blocked',
        this.db.raw(`a.user_id is null and a.email_hash is not null as has_email, ${WAITS}`),
      );
  }

  /**
   * Sets the positions in the queue with one query: a count per row would scan the queue once for
   * each. A row that got a seat since the rows were read keeps null.
   */
  async #withPositions(
    attendableId: number,
    rows: readonly Listed[],
  ): Promise<Placed<Attendee | StoredInvitee>[]> {
    const waiting = rows.filter(({ waits }) => waits);
    const positions = await this.#positions(attendableId, waiting);
    return rows.map(({ waits: _, ...row }) => ({
      ...row,
      waitlist_position: positions.get(row.queue_number) ?? null,
    }));
  }

  async #positions(
    attendableId: number,
    waiting: readonly Listed[],
  ): Promise<ReadonlyMap<number, number>> {
    if (waiting.length === 0) return new Map();
    const numbers = waiting.map(({ queue_number }) => queue_number);

    const { rows } = await this.db.raw<{
      rows: { queue_number: number; waitlist_position: number }[];
    }>(
      `select queue_number, waitlist_position
         from (select queue_number, row_number() over (order by queue_number) as waitlist_position
                 from (${waitingNumbers(this.#tables)}) queue where queue_number <= :last) waitlist
        where queue_number >= :first`,
      { attendableId, first: Math.min(...numbers), last: Math.max(...numbers) },
    );
    return new Map(rows.map((row) => [row.queue_number, row.waitlist_position]));
  }
}
