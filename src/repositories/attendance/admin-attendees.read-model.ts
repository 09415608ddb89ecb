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
import { INVITATION_STATUSES } from '../../domain/attendance/invitations.ts';
import { type SortPosition, sortOf } from '../../domain/sorts.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import {
  type AdminAttendeesFilter,
  type AttendeeSortKey,
  attendeeSorting,
  isAttendeesOnly,
  narrowAttendees,
} from './admin-attendees.sql.ts';
import { type AttendanceTables, waitingNumbers } from './attendances.sql.ts';
import {
  isOpen,
  isWaiting,
  isWithdrawn,
  searchInvitations,
  searchInvited,
} from './invitations.sql.ts';

const PERSON = [
  'messenger_id',
  'first_name',
  'last_name',
  'username',
  'company',
  'job_title',
] as const satisfies readonly (keyof (Attendee | StoredInvitee))[];

const isInvitationStatus = (status: ListedStatus | undefined) =>
  INVITATION_STATUSES.some((one) => one === status);

export type AdminAttendeePosition = SearchPosition<SortPosition>;

const NO_ATTENDEES = { registered: 0, checked_in: 0, waitlisted: 0, cancelled: 0 };

type Unsorted = Omit<AdminAttendeesFilter, 'sort'>;

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
    const { of, column, sources } = this.#queries(filter);
    const sorting = attendeeSorting(filter.sort, column);
    const { isDescending } = sortOf(filter.sort);
    const page = await searchedKeysetPage(filter.q, request, {
      key: column,
      sourcesOf: sources && (() => sources),
      merged: sources && (isDescending ? 'desc' : 'asc'),
      of: (words) => sorted(of(attendableId, { ...filter, ...words }), sorting),
      read: (query, from, total) =>
        sortedPage<Listed, AttendeeSortKey>(query, from, { ...sorting, total }),
    });
    const rows = await this.#withPositions(attendableId, page.rows);
    return { ...page, rows: rows as Placed<Row>[] };
  }

  /** The row of a user. */
  async findAttendee(attendableId: number, userId: number): Promise<Attendee | undefined> {
    const rows: Listed[] = await this.#attendances(attendableId, {}).where('a.user_id', userId);
    return (await this.#first(attendableId, rows)) as Attendee | undefined;
  }

  /** The row of an open invitation. */
  async findInvitee(
    attendableId: number,
    invitationId: number,
  ): Promise<StoredInvitee | undefined> {
    const query = this.#withInvitations(attendableId, { status: 'invited' });
    const rows: Listed[] = await query.where('r.invitation_id', invitationId);
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
    const invited = `select 'invited', count(*) from conference_invitations i
      where i.conference_id = :attendableId and ${isOpen('i')}`;
    const { rows } = await this.db.raw<{ rows: { status: string; count: number }[] }>(
      `select a.status, count(*) as count from ${attendances} a
        where a.${key} = :attendableId group by a.status
        ${hasInvitations ? `union all ${invited}` : ''}`,
      { attendableId },
    );
    const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    return { ...NO_ATTENDEES, ...counted };
  }

  /** The query for a status, its column of the order, and the tables in which its rows match. */
  #queries({ status, ...filter }: Unsorted) {
    const hasInvitations = status === 'all' || isInvitationStatus(status);
    if (!hasInvitations || isAttendeesOnly(filter)) {
      const of = this.#attendances.bind(this);
      return { of, column: 'a.queue_number' };
    }
    const sources = status === 'all' ? ['attendances', 'invitations'] : ['invitations'];
    const of = this.#withInvitations.bind(this);
    return { of, column: 'r.queue_number', sources };
  }

  #attendances(
    attendableId: number,
    { q, matching, byContacts, ...filter }: Searched<Unsorted>,
  ): Knex.QueryBuilder {
    const { attendances, key, extraColumns, hasInvitations } = this.#tables;
    const query = this.db(`${attendances} as a`)
      .join('users as u', 'u.id', 'a.user_id')
      .where(`a.${key}`, attendableId)
      .select(PERSON.map((column) => `u.${column}`))
      .select('a.user_id', 'u.is_blocked', 'a.status', 'a.registered_at', 'a.checked_in_at')
      .select('a.version', 'a.desk_note')
      .select(extraColumns.map((column) => `a.${column}`))
      .select('a.queue_number', this.db.raw(`a.status = 'waitlisted' as waits`));
    if (hasInvitations) {
      query.select(this.db.raw('null::bigint as invitation_id, null::timestamptz as reopened_at'));
    }
    narrowAttendees(query, filter);
    if (q) searchAllUsers(query, { q, matching, byContacts });
    return query;
  }

  /**
   * Only for conferences. The rows `r` are two tables without conditions of their own, so that
   * PostgreSQL merges their indexes in the order of the list, and reads only the rows of the page.
   */
  #withInvitations(
    conferenceId: number,
    { source, ...filter }: Searched<Unsorted>,
  ): Knex.QueryBuilder {
    const { status, q, ticket_type, matching, byContacts } = filter;
    if (q && source) return this.#foundIn(source, conferenceId, { ...filter, q });
    const registrations = this.db('conference_attendances as a').select(
      'a.conference_id',
      'a.queue_number',
      'a.user_id',
      this.db.raw('null::bigint as invitation_id, true as is_listed'),
    );
    const isListed = status === 'withdrawn' ? isWithdrawn('i') : isOpen('i');
    const invitations = this.db('conference_invitations as i').select(
      'i.conference_id',
      'i.queue_number',
      this.db.raw(`null::bigint as user_id, i.id as invitation_id, ${isListed} as is_listed`),
    );
    const rows = isInvitationStatus(status) ? invitations : registrations.unionAll(invitations);
    const query = this.db
      .queryBuilder()
      .from(rows.as('r'))
      .where('r.conference_id', conferenceId)
      .whereRaw('r.is_listed')
      .leftJoin('conference_attendances as a', (on) => {
        on.on('a.user_id', 'r.user_id').andOnVal('a.conference_id', conferenceId);
      })
      .leftJoin('users as u', 'u.id', 'r.user_id')
      .leftJoin('conference_invitations as i', 'i.id', 'r.invitation_id')
      .select(PERSON.map((name) => this.db.raw(`coalesce(u.${name}, i.${name}) as ${name}`)))
      .select('r.user_id', 'r.invitation_id', 'u.is_blocked', 'a.registered_at')
      .select('r.queue_number', 'a.claimed_by', 'a.version', 'a.desk_note', 'i.reopened_at')
      .select('i.ticket_code_end', 'i.is_walk_in', 'i.email_encrypted')
      .select(
        this.db.raw(`i.email_hash is not null as has_email,
          coalesce(a.checked_in_at, i.checked_in_at) as checked_in_at,
          coalesce(a.status, case when i.withdrawn_at is null then 'invited'
            else 'withdrawn' end) as status,
          coalesce(a.ticket_type, i.ticket_type) as ticket_type,
          coalesce(a.status = 'waitlisted', ${isWaiting('i')}) as waits`),
      );
    if (ticket_type) query.whereRaw('coalesce(a.ticket_type, i.ticket_type) = ?', [ticket_type]);
    if (q) searchInvitations(query, { q, matching, byContacts });
    return query;
  }

  /** The rows `r` of `#withInvitations` that a search finds in one of the two tables. */
  #foundIn(
    table: string,
    conferenceId: number,
    { status, ticket_type, ...search }: Searched<Unsorted & { readonly q: string }>,
  ): Knex.QueryBuilder {
    const query = this.db(`conference_${table} as r`).where('r.conference_id', conferenceId);
    if (ticket_type) query.where('r.ticket_type', ticket_type);
    if (table === 'attendances') {
      query.join('users as u', 'u.id', 'r.user_id');
      searchAllUsers(query, search);
      return query;
    }
    query.whereRaw(status === 'withdrawn' ? isWithdrawn('r') : isOpen('r'));
    searchInvited(query, search, 'r');
    return query;
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
