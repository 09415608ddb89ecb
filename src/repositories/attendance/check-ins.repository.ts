import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery, statement } from '../../db/statement.ts';
import type { AdminAttendance, AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { CheckIn, CheckInRecord } from '../../domain/attendance/check-ins.ts';
import { AUDIT_COLUMNS, type AuditEntry, auditRow } from '../operations/audit-log.sql.ts';
import {
  type AttendanceTables,
  CHECK_IN_COLUMNS,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
} from './attendances.sql.ts';
import { type CheckInKey, changedCheckIn, selectedCheckIn } from './check-ins.sql.ts';

type Key = { readonly attendableId: number; readonly id: number };

/** An attendee, by the user or by the invitation of a guest. */
export type AttendeeKey = { readonly user_id: number } | { readonly invitation_id: number };

const idOf = (key: AttendeeKey) => ('user_id' in key ? key.user_id : key.invitation_id);
const keyOf = (key: AttendeeKey): CheckInKey => ('user_id' in key ? 'user_id' : 'id');
type Value = string | number | boolean | null;

/** The values of `changedCheckIn`. */
const CHANGE = [
  'attendableId',
  'id',
  'status',
  ...CHECK_IN_COLUMNS,
  'seen_status',
  'seen_checked_in_at',
  'seen_queue_number',
  'seen_is_blocked',
  ...AUDIT_COLUMNS,
] as const;
type Change = Readonly<Record<(typeof CHANGE)[number], Value>>;

/** The values that a check-in of a guest does not bind. */
const OF_USERS: readonly string[] = ['seen_is_blocked'];

const compiled = (tables: AttendanceTables, by: CheckInKey) => ({
  find: preparedQuery<Key, CheckIn>((db, { attendableId, id }) =>
    db.raw(selectedCheckIn(tables, by), { attendableId, id }),
  ),
  update: statement<Change, AdminAttendance>((db, args) => {
    const bound = CHANGE.filter((name) => by === 'user_id' || !OF_USERS.includes(name));
    return db.raw(
      changedCheckIn(tables, by),
      Object.fromEntries(bound.map((name) => [name, args[name]])),
    );
  }),
});

const COMPILED = {
  event_attendances: { user_id: compiled(EVENT_ATTENDANCES, 'user_id') },
  registrations: {
    user_id: compiled(CONFERENCE_ATTENDANCES, 'user_id'),
    id: compiled(CONFERENCE_ATTENDANCES, 'id'),
  },
};

/**
 * The check-ins of events, or of conferences, of guests, too. A check-in changes no seat, so it needs no
 * lock of the attendable: `update` locks the attendance, and changes it only if it is as read.
 */
export class CheckInsRepository extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  /** Undefined for a user who never attended, and if there is no such attendable. */
  async find(attendableId: number, key: AttendeeKey): Promise<CheckIn | undefined> {
    return this.#compiled(key).find.first(this.db, { attendableId, id: idOf(key) });
  }

  /** As `find`. Locks the user FOR KEY SHARE, then the attendance FOR NO KEY UPDATE. */
  async lock(attendableId: number, key: AttendeeKey): Promise<CheckIn | undefined> {
    const ofUser = 'user_id' in key ? 'for key share of u ' : '';
    const { rows } = await this.db.raw<{ rows: CheckIn[] }>(
      `${selectedCheckIn(this.#tables, keyOf(key))} ${ofUser}for no key update of a`,
      { attendableId, id: idOf(key) },
    );
    return rows[0];
  }

  async count(attendableId: number): Promise<number> {
    const { attendances, key } = this.#tables;
    const rows = await this.db(attendances)
      .where({ [key]: attendableId, status: 'checked_in' })
      .count<{ count: number }[]>({ count: '*' });
    return onlyRow(rows).count;
  }

  /**
   * Checks in an attendee with a seat, or undoes it without a `record`, and writes the audit log. Returns
   * undefined, and changes nothing, if the attendance or the block of its user differs from `seen`.
   */
  async update(
    seen: CheckIn,
    {
      status,
      record,
    }: { readonly status: AttendanceStatus; readonly record: CheckInRecord | null },
    audit: AuditEntry & { readonly subjectId: number },
  ): Promise<AdminAttendance | undefined> {
    const { user, guest } = seen;
    const key = user ? { user_id: user.id } : { invitation_id: guest?.id ?? 0 };
    return this.#compiled(key).update.first(this.db, {
      attendableId: audit.subjectId,
      id: idOf(key),
      status,
      ...recordOf(record),
      seen_status: seen.status,
      seen_checked_in_at: seen.checked_in_at,
      seen_queue_number: seen.queue_number,
      seen_is_blocked: user?.is_blocked ?? false,
      ...auditRow(audit),
    });
  }

  #compiled(key: AttendeeKey) {
    if ('user_id' in key) return COMPILED[this.#tables.attendances].user_id;
    if (!this.#tables.hasInvitations) throw new Error('an event has no guests');
    return COMPILED.registrations.id;
  }
}

const recordOf = (checkIn: CheckInRecord | null) =>
  Object.fromEntries(
    CHECK_IN_COLUMNS.map((column) => [column, checkIn?.[column] ?? null]),
  ) as Readonly<Record<(typeof CHECK_IN_COLUMNS)[number], Value>>;
