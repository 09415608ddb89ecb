import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { DoorGuest } from '../../domain/attendance/invitations.ts';
import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../domain/attendance/recent-check-ins.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { ARRIVAL, type AttendanceTables } from './attendances.sql.ts';
import { CHECKED_IN_USER, DOOR_GUEST } from './check-ins.sql.ts';
import { latestScan } from './checkpoint-scans.sql.ts';

const KEYS = { checked_in_at: ARRIVAL } as const;

export interface RecentCheckInsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  /** With guests who have no account: for conferences only. */
  readonly hasGuests?: boolean | undefined;
}

/** The guest `a` in JSON; null for a user. */
const GUEST = `case when a.user_id is null then json_build_object(${DOOR_GUEST}) end as invitation`;

/** The checkpoint at which a registration `a` arrived, in JSON. */
const CHECKPOINT = `${latestScan(
  'a',
  `json_build_object('id', k.id, 'name', k.name)`,
  'e.scanned_at = a.checked_in_at',
)} as checkpoint`;

/** A guest in the list has null in each field of `user`. */
type Listed = RecentCheckIn & { readonly invitation?: Omit<DoorGuest, 'checked_in_at'> | null };

/** Those who have arrived at events, or at conferences. */
export class RecentCheckInsReadModel<
  Row extends RecentCheckIn | RecentGuestCheckIn = RecentCheckIn,
> extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  async list(
    attendableId: number,
    { sort, hasGuests = false }: RecentCheckInsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<Row, SortPosition>> {
    const counted = this.#arrived(attendableId);
    if (!hasGuests) counted.whereNotNull('a.user_id');
    const query = counted
      .clone()
      .leftJoin('users as u', 'u.id', 'a.user_id')
      .leftJoin('administrators as m', 'm.id', 'a.check_in_administrator_id')
      .select('a.checked_in_at', 'a.check_in_device as device', 'a.check_in_key as key')
      .select(this.db.raw(CHECKED_IN_USER))
      .select(
        this.db.raw(
          `case when m.id is not null
                then json_build_object('id', m.id, 'name', m.name) end as administrator`,
        ),
      );
    if (this.#tables.hasInvitations) query.select('a.ticket_type', this.db.raw(CHECKPOINT));
    if (hasGuests) query.select(this.db.raw(GUEST));
    const sorting = { sort, keys: KEYS, id: 'a.queue_number', counted };
    const page = await sortedPage<Listed, keyof typeof KEYS>(query, request, sorting);
    const rows = page.rows.map(({ invitation, ...row }) =>
      invitation
        ? { ...row, user: null, invitation: { ...invitation, checked_in_at: row.checked_in_at } }
        : row,
    );
    return { ...page, rows: rows as Row[] };
  }

  #arrived(attendableId: number): Knex.QueryBuilder {
    const { attendances, key } = this.#tables;
    return this.db(`${attendances} as a`)
      .where(`a.${key}`, attendableId)
      .whereRaw(`${ARRIVAL} > '-infinity'`);
  }
}
