import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { DoorGuest } from '../../domain/attendance/guest-check-ins.ts';
import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../domain/attendance/recent-check-ins.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { ARRIVAL, type AttendanceTables } from './attendances.sql.ts';
import { CHECKED_IN_USER } from './check-ins.sql.ts';

const KEYS = { checked_in_at: ARRIVAL } as const;

export interface RecentCheckInsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  /** With guests who have no account: for conferences only. */
  readonly hasGuests?: boolean | undefined;
}

/** What attendees and guests of a conference both have. */
const COLUMNS = [
  'queue_number',
  'checked_in_at',
  'check_in_device',
  'check_in_key',
  'check_in_administrator_id',
  'ticket_type',
] as const;

/** The invitation `i` in JSON, with the fields of `DoorGuest` but `checked_in_at`; null where there is none. */
const GUEST = `case when i.id is not null then json_build_object('id', i.id, 'first_name', i.first_name,
    'last_name', i.last_name, 'company', i.company, 'ticket_type', i.ticket_type,
    'is_walk_in', i.is_walk_in) end as invitation`;

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
    const counted = hasGuests ? this.#withGuests(attendableId) : this.#attendees(attendableId);
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
    if (this.#tables.extraColumns.includes('ticket_type')) query.select('a.ticket_type');
    if (hasGuests) {
      query
        .leftJoin('conference_invitations as i', 'i.id', 'a.invitation_id')
        .select(this.db.raw(GUEST));
    }
    const sorting = { sort, keys: KEYS, id: 'a.queue_number', counted };
    const page = await sortedPage<Listed, keyof typeof KEYS>(query, request, sorting);
    const rows = page.rows.map(({ invitation, ...row }) =>
      invitation
        ? { ...row, user: null, invitation: { ...invitation, checked_in_at: row.checked_in_at } }
        : row,
    );
    return { ...page, rows: rows as Row[] };
  }

  #attendees(attendableId: number): Knex.QueryBuilder {
    const { attendances, key } = this.#tables;
    return this.db(`${attendances} as a`)
      .where(`a.${key}`, attendableId)
      .whereRaw(`${ARRIVAL} > '-infinity'`);
  }

  #withGuests(conferenceId: number): Knex.QueryBuilder {
    const people = this.#attendees(conferenceId)
      .select(COLUMNS.map((column) => `a.${column}`))
      .select('a.user_id', this.db.raw('null::bigint as invitation_id'));
    const guests = this.db('conference_invitations as i')
      .where('i.conference_id', conferenceId)
      .whereNotNull('i.checked_in_at')
      .select(COLUMNS.map((column) => `i.${column}`))
      .select(this.db.raw('null::bigint as user_id'), 'i.id as invitation_id');
    return this.db.queryBuilder().from(people.unionAll(guests).as('a'));
  }
}
