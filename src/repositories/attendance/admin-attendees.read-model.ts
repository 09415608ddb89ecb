import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { type Searched, searchedKeysetPage } from '../../db/search-pages.ts';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { Attendee } from '../../domain/attendance/attendees.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { type AttendanceTables, waitingNumbers } from './attendances.sql.ts';
import type { AttendeePosition } from './attendees.read-model.ts';

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

export interface AdminAttendeesFilter {
  readonly status?: AttendanceStatus | undefined;
  readonly q?: string | undefined;
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

  /**
   * Ordered by the last registration: a user who cancelled and registered again is further back.
   */
  async list(
    attendableId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<Attendee, AttendeePosition>> {
    const attendees = await searchedKeysetPage(filter.q, request, (matching, page) =>
      keysetPage<AttendeeRow, number>(this.#listed(attendableId, { ...filter, matching }), page, {
        seek: (rows, after) => rows.where('a.queue_number', '>', after),
        positionOf: ({ queue_number }) => queue_number,
      }),
    );
    await this.#setWaitlistPositions(
      attendableId,
      attendees.rows.filter((row) => row.status === 'waitlisted'),
    );
    return attendees;
  }

  #listed(
    attendableId: number,
    { status, q, matching }: Searched<AdminAttendeesFilter>,
  ): Knex.QueryBuilder {
    const { attendances, key, extraColumns } = this.#tables;
    const query = this.#db(`${attendances} as a`)
      .join('users as u', 'u.id', 'a.user_id')
      .where(`a.${key}`, attendableId)
      .orderBy('a.queue_number')
      .select(COLUMNS)
      .select(this.#db.raw('null as waitlist_position'))
      .select(extraColumns.map((column) => `a.${column}`));
    if (status) query.where('a.status', status);
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
    const [first, last] = [waitlisted.at(0), waitlisted.at(-1)];
    if (!first || !last) return;

    const { rows } = await this.#db.raw<{
      rows: { queue_number: number; waitlist_position: number }[];
    }>(
      `select queue_number, waitlist_position
         from (select queue_number, row_number() over (order by queue_number) as waitlist_position
                 from (${waitingNumbers(this.#tables)}) queue where queue_number <= :last) waitlist
        where queue_number >= :first`,
      { attendableId, first: first.queue_number, last: last.queue_number },
    );
    const positions = new Map(rows.map((row) => [row.queue_number, row.waitlist_position]));
    for (const row of waitlisted) row.waitlist_position = positions.get(row.queue_number) ?? null;
  }
}
