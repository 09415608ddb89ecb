import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  Attendance,
  AttendanceStatus,
  LockedAttendance,
} from '../../domain/attendance/attendances.ts';
import type { BulkAttendance } from '../../domain/attendance/attendee-bulk.ts';
import type { OrganizerNotes } from '../../domain/attendance/organizer-notes.ts';
import type { Versioned } from '../../domain/versions.ts';
import { type AttendanceTables, admission, attendanceColumns } from './attendances.sql.ts';
import {
  type Admitted,
  type Cancelling,
  COMPILED,
  type NewAttendance,
  type SeatCounts,
  type Value,
} from './attendances-as-seen.sql.ts';
import {
  cancellation,
  EDITED,
  lockedRows,
  placement,
  removal,
  toFront,
} from './organizer-notes.sql.ts';
import { promotion } from './promotions.sql.ts';

/** A user, and the version of their attendance after an edit, which may write the row twice. */
export interface OrganizerEdit extends Versioned {
  readonly user_id: number;
}

const listsOf = (edits: readonly OrganizerEdit[]) => ({
  userIds: edits.map(({ user_id }) => user_id),
  versions: edits.map(({ version }) => version),
});

/** The users who attended, and the number of seats that they held. */
export interface Cancelled {
  readonly userIds: readonly number[];
  readonly seats: number;
}

/** The promotions: the ids of the attendees, and the number of invitations. */
export interface Promoted {
  readonly userIds: readonly number[];
  readonly invited: number;
}

/**
 * The attendances of events, or of conferences. Every write but two, of what was seen, requires the lock of
 * the attendable's row. Each updates its `attendee_count` in the same statement. `CheckInsRepository`
 * writes what changes no seat.
 */
export class AttendancesRepository extends OnDatabase {
  readonly #tables: AttendanceTables;

  constructor(db: Knex, tables: AttendanceTables) {
    super(db);
    this.#tables = tables;
  }

  async find(attendableId: number, user_id: number): Promise<Attendance | undefined> {
    return COMPILED[this.#tables.attendances].find.first(this.db, { attendableId, user_id });
  }

  /** As `find`, and locks the row FOR NO KEY UPDATE: a check-in does not lock the attendable. */
  async lock(attendableId: number, user_id: number): Promise<LockedAttendance | undefined> {
    const { attendances, key } = this.#tables;
    return this.db(`${attendances} as a`)
      .where({ [key]: attendableId, user_id })
      .forNoKeyUpdate('a')
      .first<LockedAttendance | undefined>(
        this.db.raw(`${attendanceColumns(this.#tables)}, a.desk_note, a.version`),
      );
  }

  /**
   * Gives a user who does not attend a seat, or the last waitlist position. Returns undefined for a
   * user who attends already, or has been erased.
   *
   * @param given.ticket_type only of conferences; undefined keeps the one that a user had
   */
  async upsert(
    attendableId: number,
    user_id: number,
    { status, registered_at, ticket_type }: NewAttendance & { readonly ticket_type?: string },
  ): Promise<Attendance | undefined> {
    const locked = '(select :attendableId::bigint as id)';
    const isTyped = ticket_type !== undefined;
    const { rows } = await this.db.raw<{ rows: Attendance[] }>(
      `with ${admission(this.#tables, locked, isTyped)} select * from admitted`,
      { attendableId, user_id, status, registered_at, ...(isTyped && { ticket_type }) },
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
    return COMPILED[attendances].upsertAsSeen.first(this.db, {
      attendableId: seen.id,
      user_id,
      status,
      registered_at,
      ...Object.fromEntries(asSeen),
    });
  }

  /**
   * The attendances of users, in the order of their ids. Locks the users FOR KEY SHARE, and their
   * rows FOR NO KEY UPDATE.
   */
  async lockMany(
    attendableId: number,
    userIds: readonly number[],
  ): Promise<readonly BulkAttendance[]> {
    const { rows } = await this.db.raw(lockedRows(this.#tables), {
      attendableId,
      userIds: [...userIds],
    });
    return rows;
  }

  /** The status of a user, whose row is locked FOR SHARE: it does not change until the end. */
  async lockStatus(attendableId: number, user_id: number): Promise<AttendanceStatus | undefined> {
    const { attendances, key } = this.#tables;
    const found = await this.db(attendances)
      .where({ [key]: attendableId, user_id })
      .forShare()
      .first<{ status: AttendanceStatus } | undefined>('status');
    return found?.status;
  }

  /**
   * Gives users a seat or the last places on the waitlist in this order, whatever their status was,
   * and counts them. A waitlisted user keeps their place as queue number. Undoes a check-in. Returns
   * false if one of them has been erased.
   *
   * @param place.over the number of seats beyond the capacity
   */
  async upsertPlaces(
    attendableId: number,
    edits: readonly OrganizerEdit[],
    place: NewAttendance & { readonly over: number },
  ): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { placed: number }[] }>(placement(this.#tables), {
      attendableId,
      ...listsOf(edits),
      ...place,
    });
    return onlyRow(rows).placed === edits.length;
  }

  /**
   * Sets what organizers note beside the status. Returns false if one of the users has been erased,
   * whose row does not change.
   */
  async updateOrganizerNotes(
    attendableId: number,
    edits: readonly OrganizerEdit[],
    fields: OrganizerNotes,
  ): Promise<boolean> {
    const { attendances, key } = this.#tables;
    const updated = await this.db(`${attendances} as a`)
      .with('edited', this.db.raw(EDITED, listsOf(edits)))
      .updateFrom('edited')
      .where(`a.${key}`, attendableId)
      .whereRaw('a.user_id = edited.user_id')
      .update({ ...fields, version: this.db.raw('edited.version') });
    return updated === edits.length;
  }

  /** Empties the notes about a user who is erased. Requires the lock of the user only. */
  async deleteOrganizerNotesOf(user_id: number): Promise<void> {
    await this.db(this.#tables.attendances)
      .where({ user_id })
      .whereNotNull('desk_note')
      .update({ desk_note: null });
  }

  /**
   * Deletes attendances: frees their seats or waitlist positions. What identifies the users as guests of
   * a conference is withdrawn: later imports leave out the rows of removed attendees.
   */
  async delete(attendableId: number, userIds: readonly number[], removedAt: string): Promise<void> {
    await this.db.raw(removal(this.#tables), { attendableId, userIds: [...userIds], removedAt });
  }

  /** The ids of those attendables that have waitlisted attendees, in ascending order. */
  async listWithWaitlist(attendableIds: readonly number[]): Promise<number[]> {
    const { attendances, key } = this.#tables;
    return this.db(attendances)
      .whereRaw(`${key} = any(?::bigint[])`, [[...attendableIds]])
      .where({ status: 'waitlisted' })
      .distinct()
      .orderBy(key)
      .pluck(key);
  }

  /**
   * Cancels the attendances of users who attend, and raises their versions: frees their seats or
   * waitlist positions.
   */
  async updateCancelled(
    attendableId: number,
    userIds: readonly number[],
    cancelledAt: string,
  ): Promise<Cancelled> {
    const { rows } = await this.db.raw<{ rows: Cancelled[] }>(cancellation(this.#tables), {
      attendableId,
      userIds: [...userIds],
      cancelledAt,
    });
    return onlyRow(rows);
  }

  /**
   * As `updateCancelled`, but locks the attendable itself, for this statement only. Returns its seats after
   * it; undefined, without a change, if a seat would go to the waitlist, other attendances depend on
   * this one, the attendable has ended or is not public, or the status is another one.
   */
  async updateCancelledAsSeen(cancelling: Cancelling): Promise<SeatCounts | undefined> {
    const { updateCancelledAsSeen } = COMPILED[this.#tables.attendances];
    return updateCancelledAsSeen.first(this.db, cancelling);
  }

  /**
   * Gives a user who waits the number of the first in the queue, and those before them the number of the next.
   * Returns false for a user who does not wait.
   */
  async updateFirstInQueue(attendableId: number, user_id: number): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: object[] }>(toFront(this.#tables), {
      attendableId,
      user_id,
    });
    return rows.length > 0;
  }

  /**
   * Promotes the first `seats` of the queue, or all if null: attendees of the waitlist and waiting
   * invitations. Blocked users are skipped and keep their position, and with `isTyped` those of a
   * ticket type without a free seat.
   */
  async updateFirstWaitlisted(
    attendableId: number,
    seats: number | null,
    { isTyped }: { readonly isTyped: boolean },
  ): Promise<Promoted> {
    const { rows } = await this.db.raw<{ rows: Promoted[] }>(promotion(this.#tables, isTyped), {
      attendableId,
      seats,
    });
    return onlyRow(rows);
  }
}
