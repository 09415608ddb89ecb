import { preparedQuery, statement } from '../../db/statement.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import {
  type AttendanceTables,
  attendanceColumns,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
  guardedAdmission,
  guardedCancellation,
} from './attendances.sql.ts';

export type Value = string | number | boolean | null;

export interface NewAttendance {
  readonly status: 'registered' | 'waitlisted';
  readonly registered_at: string;
}

/** The seat columns of an attendable. */
export interface SeatCounts {
  readonly attendee_count: number;
  readonly invited_count?: number;
}

/** An attendance, and the seat columns of the attendable before it. */
export type Admitted = Attendance & SeatCounts;

/** The user who gives up the attendance that they were seen to have. */
export type Cancelling = {
  readonly attendableId: number;
  readonly user_id: number;
  readonly status: 'registered' | 'waitlisted';
  readonly now: string;
};

const compiled = (tables: AttendanceTables) => {
  const seen = tables.decidingColumns.map((column) => `seen_${column}`);
  const bound = ['attendableId', 'user_id', 'status', 'registered_at', ...seen];
  return {
    find: preparedQuery<{ attendableId: number; user_id: number }, Attendance>(
      (db, { attendableId, user_id }) =>
        db(`${tables.attendances} as a`)
          .where({ [tables.key]: attendableId, user_id })
          .first(db.raw(attendanceColumns(tables))),
    ),
    updateCancelledAsSeen: statement<Cancelling, SeatCounts>(
      (db, { attendableId, user_id, status, now }) =>
        db.raw(guardedCancellation(tables), { attendableId, user_id, status, now }),
    ),
    upsertAsSeen: statement<Readonly<Record<string, Value>>, Admitted>((db, args) =>
      db.raw(
        guardedAdmission(tables),
        Object.fromEntries(bound.map((name) => [name, args[name] ?? null])),
      ),
    ),
  };
};

/** The compiled statements of the attendances of events and of conferences. */
export const COMPILED = {
  event_attendances: compiled(EVENT_ATTENDANCES),
  registrations: compiled(CONFERENCE_ATTENDANCES),
};
