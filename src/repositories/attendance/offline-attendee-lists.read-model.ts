import type { Knex } from 'knex';
import { recentAsOf } from '../../db/changes.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type OfflineGuest,
  type OfflinePosition,
  type OfflineSeat,
  WHOLE_OFFLINE_LIST,
} from '../../domain/attendance/offline-attendee-lists.ts';
import type { AttendanceTables } from './attendances.sql.ts';
import { latestScan, SCAN_MARK } from './checkpoint-scans.sql.ts';
import { isInvitation, isOpen, isWithdrawn } from './invitations.sql.ts';

/** One page of the roster, attendees before guests, and the ids that are no longer in it. */
export interface OfflinePage {
  readonly seats: readonly OfflineSeat[];
  readonly gone: readonly number[];
  readonly guests: readonly OfflineGuest[];
  readonly goneGuests: readonly number[];
  readonly next: OfflinePosition;
  /** Whether the page ends its round, so that `next` begins another one. */
  readonly isLast: boolean;
}

const PERSON = 'u.first_name, u.last_name, u.is_blocked, a.status, a.queue_number';
const SEAT = `${PERSON}, a.ticket_type, a.claimed_by`;

/** SQL for the scan column of a registration, where a round is for a checkpoint. */
const scanOf = (of: 'a' | 'i', checkpointId: number | null): string =>
  checkpointId === null
    ? ''
    : `, ${latestScan(of, `json_build_object(${SCAN_MARK})`, 'k.id = :checkpointId')} as scan`;

/** SQL for all attendees by id. */
const allOf = (
  { attendances, key, extraColumns }: AttendanceTables,
  checkpointId: number | null,
): string => `
  select a.user_id${scanOf('a', checkpointId)}, ${extraColumns.length > 0 ? SEAT : `${PERSON}, null as ticket_type, null as claimed_by`}
    from ${attendances} a join users u on u.id = a.user_id
   where a.${key} = :attendableId and a.user_id > :after and a.status <> 'cancelled'
   order by a.user_id
   limit :limit`;

/** SQL for the ids of rows of a kind that were deleted. */
const goneOf = (kind: 'attendee' | 'guest') => `select g.gone_id from gone_rows g
     where g.kind = '${kind}' and g.conference_id = :attendableId and g.gone_at > :since`;

/** SQL for the users whose attendances changed or were deleted. */
const CHANGED_USERS = `select a.user_id from registrations a
     where a.conference_id = :attendableId and a.changed_at > :since and a.user_id is not null
     union ${goneOf('attendee')}`;

/** SQL for the attendees of a conference who changed, by id; a deleted attendance has a null `status`. */
const changed = (checkpointId: number | null) => `
  with changed as (
    ${CHANGED_USERS}
     union
    select a.user_id from users u
      join registrations a on a.user_id = u.id and a.conference_id = :attendableId
     where u.roster_changed_at > :since
  ), page as (
    select user_id from changed where user_id > :after order by user_id limit :limit
  )
  select page.user_id, ${SEAT}${scanOf('a', checkpointId)}
    from page
    left join registrations a
      on a.conference_id = :attendableId and a.user_id = page.user_id
    left join users u on u.id = page.user_id
   order by page.user_id`;

/** Of an invitation `i`, whose code opens a seat while `is_valid`: its own, or that of its attendee `a`. */
const GUEST = `i.claimant_id as user_id, i.first_name, i.last_name, i.ticket_type,
               holds_seat(i.status) as has_seat,
               i.checked_in_at is not null as has_arrived, i.queue_number,
               i.id is not null and (${isOpen('i')} or coalesce(not (${isWithdrawn('i')})
                 and holds_seat(a.status) and a.registered_at <= i.claimed_at, false)) as is_valid`;
const ATTENDEE_OF_GUEST = `left join registrations a
      on a.conference_id = :attendableId and a.user_id = i.claimant_id`;

/** SQL for the invitations of a conference by id: those that changed, or all that count. */
const allGuests = (checkpointId: number | null) => `
  select * from (
    select i.id as invitation_id, ${GUEST}${scanOf('i', checkpointId)}
      from registrations i ${ATTENDEE_OF_GUEST}
     where i.conference_id = :attendableId and i.id > :after) g
   where is_valid
   order by invitation_id
   limit :limit`;
/** Also those whose attendee changed. Not `is_valid` either is an invitation that was deleted. */
const changedGuests = (checkpointId: number | null) => `
  with attendees as (
    ${CHANGED_USERS}
  ), changed as (
    select i.id from registrations i
     where i.conference_id = :attendableId and i.changed_at > :since and ${isInvitation('i')}
     union
    select i.id from attendees join registrations i on i.claimant_id = attendees.user_id
     where i.conference_id = :attendableId
     union ${goneOf('guest')}
  ), page as (
    select id from changed where id > :after order by id limit :limit
  )
  select page.id as invitation_id, ${GUEST}${scanOf('i', checkpointId)}
    from page
    left join registrations i on i.id = page.id
    ${ATTENDEE_OF_GUEST}
   order by page.id`;

type SeatRow = Omit<OfflineSeat, 'status'> & {
  readonly status: OfflineSeat['status'] | 'cancelled' | null;
};
type GuestRow = OfflineGuest & { readonly is_valid: boolean };

const isSeat = (row: SeatRow): row is OfflineSeat =>
  row.status !== null && row.status !== 'cancelled';

interface Bound {
  readonly attendableId: number;
  readonly since: string | null;
  readonly after: number;
  readonly limit: number;
  readonly checkpointId?: number;
}

interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/**
 * Attendees of events, or attendees and guests of conferences, as devices at the door keep them. Of conferences
 * also what changed; an event has no column that says it, so each of its rounds has all attendees.
 */
export class OfflineAttendeeListsReadModel extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  /**
   * A round has the `as_of` of its first page: what changes during a round, on any of its pages, is
   * part of the next one. With the latest scans at a checkpoint, if it is given.
   */
  async list(
    attendableId: number,
    from: OfflinePosition,
    {
      limit,
      checkpointId = null,
    }: { readonly limit: number; readonly checkpointId?: number | null },
  ): Promise<OfflinePage> {
    const { since, after, after_guest } = from;
    // Read before the rows: what changes in between is part of the next round, too.
    const as_of = from.as_of ?? (await recentAsOf(this.db));
    const read = <Row>(sql: string, values: { after: number; limit: number }) =>
      this.#rows<Row>(sql, {
        ...{ attendableId, since, ...values },
        ...(checkpointId !== null && { checkpointId }),
      });
    const isWhole = since === null;

    const people: Rows<SeatRow> =
      after_guest === null
        ? await read(isWhole ? allOf(this.#tables, checkpointId) : changed(checkpointId), {
            ...{ after, limit },
          })
        : { rows: [], isLast: true };
    const room = limit - people.rows.length;
    const { hasInvitations } = this.#tables;
    const guests: Rows<GuestRow> =
      hasInvitations && people.isLast && room > 0
        ? await read(isWhole ? allGuests(checkpointId) : changedGuests(checkpointId), {
            ...{ after: after_guest ?? 0, limit: room },
          })
        : { rows: [], isLast: !hasInvitations };
    const isLast = people.isLast && guests.isLast;
    return {
      seats: people.rows.filter(isSeat),
      gone: people.rows.filter((row) => !isSeat(row)).map(({ user_id }) => user_id),
      guests: guests.rows.filter(({ is_valid }) => is_valid),
      goneGuests: guests.rows
        .filter(({ is_valid }) => !is_valid)
        .map(({ invitation_id }) => invitation_id),
      next: isLast
        ? { ...WHOLE_OFFLINE_LIST, since: hasInvitations ? as_of : null }
        : {
            since,
            as_of,
            after: people.rows.at(-1)?.user_id ?? after,
            after_guest: people.isLast
              ? (guests.rows.at(-1)?.invitation_id ?? after_guest ?? 0)
              : null,
          },
      isLast,
    };
  }

  async #rows<Row>(sql: string, { since, ...of }: Bound): Promise<Rows<Row>> {
    const values = { ...of, limit: of.limit + 1, ...(since !== null && { since }) };
    const { rows } = await this.db.raw<{ rows: Row[] }>(sql, values);
    return { rows: rows.slice(0, of.limit), isLast: rows.length <= of.limit };
  }
}
