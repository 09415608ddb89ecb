import type { Knex } from 'knex';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { RecentCheckIn } from '../../domain/attendance/check-ins.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { ARRIVAL, type AttendanceTables } from './attendances.sql.ts';
import { CHECKED_IN_USER } from './check-ins.sql.ts';

const KEYS = { checked_in_at: ARRIVAL } as const;

/** Those who have arrived at events, or at conferences. */
export class RecentCheckInsReadModel {
  readonly #db: Knex;
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    this.#db = db;
    this.#tables = tables;
  }

  async list(
    attendableId: number,
    sort: Sort<keyof typeof KEYS>,
    request: PageRequest<SortPosition>,
  ): Promise<Page<RecentCheckIn, SortPosition>> {
    const { attendances, key, extraColumns } = this.#tables;
    const counted = this.#db(`${attendances} as a`)
      .where(`a.${key}`, attendableId)
      .whereRaw(`${ARRIVAL} > '-infinity'`);
    const query = counted
      .clone()
      .join('users as u', 'u.id', 'a.user_id')
      .leftJoin('administrators as m', 'm.id', 'a.check_in_administrator_id')
      .select('a.checked_in_at', 'a.check_in_device as device', 'a.check_in_key as key')
      .select(this.#db.raw(CHECKED_IN_USER))
      .select(
        this.#db.raw(
          `case when m.id is not null
                then json_build_object('id', m.id, 'name', m.name) end as administrator`,
        ),
      );
    if (extraColumns.includes('ticket_type')) query.select('a.ticket_type');
    return sortedPage(query, request, { sort, keys: KEYS, id: 'a.queue_number', counted });
  }
}
