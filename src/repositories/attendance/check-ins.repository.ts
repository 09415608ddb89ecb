import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery, statement } from '../../db/statement.ts';
import type { AdminAttendance, AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { CheckIn, CheckInRecord } from '../../domain/attendance/check-ins.ts';
import { AUDIT_COLUMNS, type AuditEntry, auditRow } from '../operations/audit-log.sql.ts';
import {
  type AttendanceTables,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
} from './attendances.sql.ts';
import { changedCheckIn, selectedCheckIn } from './check-ins.sql.ts';

type Key = { readonly attendableId: number; readonly user_id: number };
type Value = string | number | boolean | null;

/** The columns of a check-in, which are null without one. */
const RECORD = [
  'checked_in_at',
  'check_in_nonce',
  'check_in_device',
  'check_in_key',
  'check_in_administrator_id',
] as const satisfies readonly (keyof CheckInRecord)[];

/** The values of `changedCheckIn`. */
const CHANGE = [
  'attendableId',
  'user_id',
  'status',
  ...RECORD,
  'seen_status',
  'seen_checked_in_at',
  'seen_queue_number',
  'seen_is_blocked',
  ...AUDIT_COLUMNS,
] as const;
type Change = Readonly<Record<(typeof CHANGE)[number], Value>>;

const compiled = (tables: AttendanceTables) => ({
  find: preparedQuery<Key, CheckIn>((db, { attendableId, user_id }) =>
    db.raw(selectedCheckIn(tables), { attendableId, user_id }),
  ),
  update: statement<Change, AdminAttendance>((db, args) =>
    db.raw(changedCheckIn(tables), Object.fromEntries(CHANGE.map((name) => [name, args[name]]))),
  ),
});

const COMPILED = {
  event_attendances: compiled(EVENT_ATTENDANCES),
  conference_attendances: compiled(CONFERENCE_ATTENDANCES),
};

/**
 * The check-ins of events, or of conferences. A check-in changes no seat, so it needs no lock of the
 * attendable: `update` locks the attendance, and changes it only if it is as read.
 */
export class CheckInsRepository extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  /** Undefined for a user who never attended, and if there is no such attendable. */
  async find(attendableId: number, user_id: number): Promise<CheckIn | undefined> {
    return COMPILED[this.#tables.attendances].find.first(this.db, { attendableId, user_id });
  }

  /** As `find`. Locks the user FOR KEY SHARE, then the attendance FOR NO KEY UPDATE. */
  async lock(attendableId: number, user_id: number): Promise<CheckIn | undefined> {
    const { rows } = await this.db.raw<{ rows: CheckIn[] }>(
      `${selectedCheckIn(this.#tables)} for key share of u for no key update of a`,
      { attendableId, user_id },
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
    return COMPILED[this.#tables.attendances].update.first(this.db, {
      attendableId: audit.subjectId,
      user_id: seen.user.id,
      status,
      ...recordOf(record),
      seen_status: seen.status,
      seen_checked_in_at: seen.checked_in_at,
      seen_queue_number: seen.queue_number,
      seen_is_blocked: seen.user.is_blocked,
      ...auditRow(audit),
    });
  }
}

const recordOf = (checkIn: CheckInRecord | null) =>
  Object.fromEntries(RECORD.map((column) => [column, checkIn?.[column] ?? null])) as Readonly<
    Record<(typeof RECORD)[number], Value>
  >;
