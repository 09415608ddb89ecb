import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { Attendee } from '../../domain/attendance/attendees.ts';
import { searchAnybody } from '../people/profiles.sql.ts';
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

export interface AdminAttendeesFilter {
  readonly status?: AttendanceStatus | undefined;
  readonly q?: string | undefined;
}

interface AttendeeRow extends Attendee {
  waitlist_position: number | null;
  readonly queue_number: number;
}

/** Everybody who ever asked to come to an event, or to a conference. */
export class AdminAttendeesReadModel {
  readonly #db: Knex;
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    this.#db = db;
    this.#tables = tables;
  }

  /** In the order of arrival; who left and came back stands where they came back. */
  async list(
    attendableId: number,
    { status, q }: AdminAttendeesFilter,
    page: PageRequest<number>,
  ): Promise<Page<Attendee, number>> {
    const { attendances, key, extraColumn } = this.#tables;
    const query = this.#db(`${attendances} as a`)
      .join('users as u', 'u.id', 'a.user_id')
      .where(`a.${key}`, attendableId)
      .orderBy('a.queue_number')
      .select(COLUMNS)
      .select(this.#db.raw('null as waitlist_position'));
    if (extraColumn) query.select(`a.${extraColumn}`);
    if (status) query.where('a.status', status);
    if (q) searchAnybody(query, q);
    const found = await keysetPage<AttendeeRow, number>(query, page, {
      seek: (rows, after) => rows.where('a.queue_number', '>', after),
      positionOf: ({ queue_number }) => queue_number,
    });
    await this.#place(
      attendableId,
      found.rows.filter((row) => row.status === 'waitlisted'),
    );
    return found;
  }

  /**
   * Gives those who wait their places, counted in one go: a count for each walks the whole queue
   * before them. Who moved up since the rows were read has none any more.
   */
  async #place(attendableId: number, waiting: readonly AttendeeRow[]): Promise<void> {
    const [first, last] = [waiting.at(0), waiting.at(-1)];
    if (!first || !last) return;

    const { attendances, key } = this.#tables;
    const { rows: places } = await this.#db.raw<{
      rows: { queue_number: number; place: number }[];
    }>(
      `select queue_number, place
         from (select queue_number, row_number() over (order by queue_number) as place
                 from ${attendances}
                where ${key} = :attendableId and status = 'waitlisted' and queue_number <= :last) queue
        where queue_number >= :first`,
      { attendableId, first: first.queue_number, last: last.queue_number },
    );
    const placeOf = new Map(places.map(({ queue_number, place }) => [queue_number, place]));
    for (const row of waiting) row.waitlist_position = placeOf.get(row.queue_number) ?? null;
  }
}
