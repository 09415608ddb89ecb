import type { Knex } from 'knex';
import type { Page, PageRequest } from '../../db/pages.ts';
import { type Searched, type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { Attendee } from '../../domain/attendance/attendees.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import type { AttendanceTables } from './attendances.sql.ts';

const COLUMNS = [
  'a.user_id',
  'u.messenger_id',
  'u.first_name',
  'u.last_name',
  'u.username',
  'u.company',
  'u.job_title',
  'u.is_blocked',
  'a.status',
  'a.registered_at',
  'a.checked_in_at',
  'a.queue_number',
] as const satisfies readonly `${'a' | 'u'}.${keyof AttendeeRow}`[];

/** The last registration: a user who cancelled and registered again is further back. */
const KEYS = { registered_at: 'a.queue_number' } as const;

export type AdminAttendeePosition = SearchPosition<SortPosition>;

export interface AdminAttendeesFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: AttendanceStatus | undefined;
  readonly q?: string | undefined;
  /** Only of conferences. */
  readonly ticket_type?: string | undefined;
}

interface AttendeeRow extends Attendee {
  waitlist_position: number | null;
  readonly queue_number: number;
}

/** All attendances of events, or of conferences, including cancelled ones. */
export class AdminAttendeesReadModel {
  readonly #db: Knex;
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    this.#db = db;
    this.#tables = tables;
  }

  async list(
    attendableId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<AdminAttendeePosition>,
  ): Promise<Page<Attendee, AdminAttendeePosition>> {
    const sorting = { sort: filter.sort, keys: KEYS, id: KEYS.registered_at };
    const attendees = await searchedKeysetPage(filter.q, request, (matching, page) => {
      const query = this.#listed(attendableId, { ...filter, matching });
      return sortedPage<AttendeeRow, keyof typeof KEYS>(query, page, sorting);
    });
    await this.#setWaitlistPositions(
      attendableId,
      attendees.rows.filter((row) => row.status === 'waitlisted'),
    );
    return attendees;
  }

  #listed(
    attendableId: number,
    { status, q, ticket_type, matching }: Searched<AdminAttendeesFilter>,
  ): Knex.QueryBuilder {
    const { attendances, key, extraColumns } = this.#tables;
    const query = this.#db(`${attendances} as a`)
      .join('users as u', 'u.id', 'a.user_id')
      .where(`a.${key}`, attendableId)
      .select(COLUMNS)
      .select(this.#db.raw('null as waitlist_position'))
      .select(extraColumns.map((column) => `a.${column}`));
    if (status) query.where('a.status', status);
    if (ticket_type) query.where('a.ticket_type', ticket_type);
    if (q) searchAllUsers(query, { q, matching });
    return query;
  }

  /**
   * Sets the waitlist positions with one query: a count per row would scan the waitlist once for
   * each. An attendee who was promoted since the rows were read keeps null.
   */
  async #setWaitlistPositions(
    attendableId: number,
    waitlisted: readonly AttendeeRow[],
  ): Promise<void> {
    if (waitlisted.length === 0) return;
    const numbers = waitlisted.map(({ queue_number }) => queue_number);

    const { attendances, key } = this.#tables;
    const { rows } = await this.#db.raw<{
      rows: { queue_number: number; waitlist_position: number }[];
    }>(
      `select queue_number, waitlist_position
         from (select queue_number, row_number() over (order by queue_number) as waitlist_position
                 from ${attendances}
                where ${key} = :attendableId and status = 'waitlisted' and queue_number <= :last) waitlist
        where queue_number >= :first`,
      { attendableId, first: Math.min(...numbers), last: Math.max(...numbers) },
    );
    const positions = new Map(rows.map((row) => [row.queue_number, row.waitlist_position]));
    for (const row of waitlisted) row.waitlist_position = positions.get(row.queue_number) ?? null;
  }
}
