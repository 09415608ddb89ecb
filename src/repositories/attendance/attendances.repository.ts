import type { Knex } from 'knex';
import { crowdWaitOf } from '../../db/lock-wait.ts';
import { onlyRow } from '../../db/rows.ts';
import { lookUp, statement } from '../../db/statement.ts';
import type {
  Attendance,
  AttendanceStatus,
  LockedAttendance,
} from '../../domain/attendance/attendances.ts';
import type { Versioned } from '../../domain/versions.ts';
import {
  type AttendanceTables,
  admission,
  attendanceColumns,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
  guardedAdmission,
  NO_CHECK_IN,
  placement,
  promotion,
} from './attendances.sql.ts';
import { overCapacityAfterFreeing } from './seats.sql.ts';

type Value = string | number | null;

interface NewAttendance {
  readonly status: 'registered' | 'waitlisted';
  readonly registered_at: string;
}

/** An attendance, and the seat columns of the attendable before it. */
interface Admitted extends Attendance {
  readonly attendee_count: number;
  readonly invited_count?: number;
}

/** The promotions: the ids of the attendees, and the number of invitations. */
export interface Promoted {
  readonly userIds: readonly number[];
  readonly invited: number;
}

const compiled = (tables: AttendanceTables) => {
  const seen = tables.decidingColumns.map((column) => `seen_${column}`);
  const bound = ['attendableId', 'user_id', 'status', 'registered_at', 'lockWait', ...seen];
  return {
    find: lookUp<{ attendableId: number; user_id: number }, Attendance>(
      (db, { attendableId, user_id }) =>
        db(`${tables.attendances} as a`)
          .where({ [tables.key]: attendableId, user_id })
          .first(db.raw(attendanceColumns(tables))),
    ),
    upsertAsSeen: statement<Readonly<Record<string, Value>>, Admitted>((db, args) =>
      db.raw(
        guardedAdmission(tables),
        Object.fromEntries(bound.map((name) => [name, args[name] ?? null])),
      ),
    ),
  };
};

const COMPILED = {
  event_attendances: compiled(EVENT_ATTENDANCES),
  conference_attendances: compiled(CONFERENCE_ATTENDANCES),
};

/**
 * The attendances of events, or of conferences. Every write but `upsertAsSeen` requires the lock of
 * the attendable's row. Each updates its `attendee_count` in the same statement. `CheckInsRepository`
 * writes what changes no seat.
 */
export class AttendancesRepository {
  readonly #db: Knex;
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    this.#db = db;
    this.#tables = tables;
  }

  async find(attendableId: number, user_id: number): Promise<Attendance | undefined> {
    return COMPILED[this.#tables.attendances].find.first(this.#db, { attendableId, user_id });
  }

  /** As `find`, and locks the row FOR NO KEY UPDATE: a check-in does not lock the attendable. */
  async lock(attendableId: number, user_id: number): Promise<LockedAttendance | undefined> {
    const { attendances, key } = this.#tables;
    return this.#db(`${attendances} as a`)
      .where({ [key]: attendableId, user_id })
      .forNoKeyUpdate('a')
      .first<LockedAttendance | undefined>(
        this.#db.raw(`${attendanceColumns(this.#tables)}, a.version`),
      );
  }

  /**
   * Gives a user who does not attend a seat, or the last waitlist position. Returns undefined for a
   * user who attends already, or has been erased.
   */
  async upsert(
    attendableId: number,
    user_id: number,
    { status, registered_at }: NewAttendance,
  ): Promise<Attendance | undefined> {
    const locked = '(select :attendableId::bigint as id)';
    const { rows } = await this.#db.raw<{ rows: Attendance[] }>(
      `with ${admission(this.#tables, locked)} select * from admitted`,
      { attendableId, user_id, status, registered_at },
    );
    return rows[0];
  }

  /**
   * As `upsert`, but locks the attendable itself, for this statement only. Also returns undefined
   * if the attendable differs from `seen`, has no free seat for `registered`, or has a free seat
   * for `waitlisted`. The waitlist position can be outdated at the end of the statement.
   */
  async upsertAsSeen(
    seen: Readonly<Record<string, Value | undefined>> & { readonly id: number },
    user_id: number,
    { status, registered_at }: NewAttendance,
  ): Promise<Admitted | undefined> {
    const { attendances, decidingColumns } = this.#tables;
    const asSeen = decidingColumns.map((column) => [`seen_${column}`, seen[column] ?? null]);
    return COMPILED[attendances].upsertAsSeen.first(this.#db, {
      attendableId: seen.id,
      user_id,
      status,
      registered_at,
      lockWait: String(crowdWaitOf(this.#db)),
      ...Object.fromEntries(asSeen),
    });
  }

  /** The status of a user, whose row is locked FOR SHARE: it does not change until the end. */
  async lockStatus(attendableId: number, user_id: number): Promise<AttendanceStatus | undefined> {
    const { attendances, key } = this.#tables;
    const found = await this.#db(attendances)
      .where({ [key]: attendableId, user_id })
      .forShare()
      .first<{ status: AttendanceStatus } | undefined>('status');
    return found?.status;
  }

  /**
   * Gives a user a seat or the last place on the waitlist, whatever their status was, and counts
   * it. A waitlisted user keeps their place as queue number. Undoes a check-in. Returns false for a
   * user who has been erased.
   *
   * @param place.isOver whether the seat is beyond the capacity
   * @param place.version that of the edit, which may write the row twice
   */
  async upsertPlace(
    attendableId: number,
    user_id: number,
    place: NewAttendance & Versioned & { readonly isOver: boolean },
  ): Promise<boolean> {
    const { rows } = await this.#db.raw<{ rows: object[] }>(placement(this.#tables), {
      attendableId,
      user_id,
      status: place.status,
      registered_at: place.registered_at,
      over: place.isOver ? 1 : 0,
      version: place.version,
    });
    return rows.length > 0;
  }

  /** Sets the ticket type of a registration, and its version. Only conferences have them. */
  async updateTicketType(
    conference_id: number,
    user_id: number,
    edit: Versioned & { readonly ticket_type: string | null },
  ): Promise<void> {
    await this.#db('conference_attendances').where({ conference_id, user_id }).update(edit);
  }

  /** Deletes an attendance: frees its seat or its waitlist position. */
  async delete(attendableId: number, user_id: number): Promise<void> {
    const { attendances, attendables, key } = this.#tables;
    await this.#db.raw(
      `with deleted as (
         delete from ${attendances} where ${key} = :attendableId and user_id = :user_id
         returning status
       )
       update ${attendables}
          set attendee_count = attendee_count - 1,
              over_capacity_count = ${overCapacityAfterFreeing('1')}
        where id = :attendableId and exists (select from deleted where holds_seat(status))`,
      { attendableId, user_id },
    );
  }

  /** The ids of those attendables that have waitlisted attendees, in ascending order. */
  async listWithWaitlist(attendableIds: readonly number[]): Promise<number[]> {
    const { attendances, key } = this.#tables;
    return this.#db(attendances)
      .whereRaw(`${key} = any(?::bigint[])`, [[...attendableIds]])
      .where({ status: 'waitlisted' })
      .distinct()
      .orderBy(key)
      .pluck(key);
  }

  /** Cancels an attendance, and raises its version: frees its seat or its waitlist position. */
  async updateCancelled(attendableId: number, user_id: number): Promise<void> {
    const { attendances, attendables, key } = this.#tables;
    await this.#db.raw(
      `with cancelled as (
         update ${attendances} a
            set status = 'cancelled', ${NO_CHECK_IN},
                version = a.version + 1
           from ${attendances} old
          where a.${key} = :attendableId and a.user_id = :user_id
            and old.${key} = a.${key} and old.user_id = a.user_id
         returning old.status
       )
       update ${attendables}
          set attendee_count = attendee_count - 1,
              over_capacity_count = ${overCapacityAfterFreeing('1')}
         where id = :attendableId and exists (select from cancelled where holds_seat(status))`,
      { attendableId, user_id },
    );
  }

  /**
   * Promotes the first `seats` of the queue, or all if null: attendees of the waitlist and waiting
   * invitations. Blocked users are skipped and keep their position.
   */
  async updateFirstWaitlisted(attendableId: number, seats: number | null): Promise<Promoted> {
    const { rows } = await this.#db.raw<{ rows: Promoted[] }>(promotion(this.#tables), {
      attendableId,
      seats,
    });
    return onlyRow(rows);
  }
}
