import type { Administrator } from '../../domain/administration/administrators.ts';
import { type Attendable, spotsLeft } from '../../domain/attendance/attendables.ts';
import {
  type Attendance,
  holdsSeat,
  type LockedAttendance,
  NO_ATTENDANCE,
} from '../../domain/attendance/attendances.ts';
import {
  type Attendee,
  attendeeView,
  conferenceAttendeeView,
} from '../../domain/attendance/attendees.ts';
import {
  auditOfOrganizerChange,
  keptStatus,
  notificationOf,
  type OrganizerRequest,
  outcomeOfRequest,
  type Placement,
} from '../../domain/attendance/organizer-notes.ts';
import type { AuditAction } from '../../domain/operations/audit-log.ts';
import type { User } from '../../domain/people/users.ts';
import { type ExpectedVersions, isExpected } from '../../domain/versions.ts';
import { AppError, conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import type { AttendancesService } from './attendances.service.ts';

/** A user, by one of three identifiers. */
export type PersonIdentifier =
  | { readonly user_id: number }
  | { readonly messenger_id: number }
  | { readonly username: string };

/** The attendance of a user to change, while it has a version that the client expects. */
interface AttendanceTarget {
  readonly userId: number;
  readonly ifMatch: ExpectedVersions;
}

interface Case<A> {
  readonly attendable: A;
  readonly userId: number;
  readonly current: LockedAttendance;
}

interface Deps<A extends Attendable> {
  readonly store: Store;
  readonly attendables: Attendables<A>;
  readonly attendances: AttendancesService<A>;
  readonly now: () => Date;
}

/**
 * One attendee at a time, for events or for conferences: administrators add, seat and remove users.
 * Registration modes, closing times and access rules do not apply to them, and the capacity only
 * unless they ask for more.
 */
export class OrganizerNotesService<A extends Attendable> {
  readonly #deps: Deps<A>;

  constructor(deps: Deps<A>) {
    this.#deps = deps;
  }

  /**
   * Adds a user, with a seat if one is free, else on the waitlist. Safe to repeat: an attendee stays
   * as they are, with `created: false`, unless a `status` says otherwise.
   *
   * @throws AppError NOT_FOUND also for an unknown user; EVENT_FULL or CONFERENCE_FULL for a seat that
   *   is not free; EVENT_CANCELLED, CONFERENCE_CANCELLED; CONFLICT for an event that is not approved
   */
  async add(
    by: Administrator,
    attendableId: number,
    { person, wish }: { readonly person: PersonIdentifier; readonly wish: OrganizerRequest },
  ): Promise<{ attendee: Attendee; created: boolean }> {
    const user = await this.#find(person);
    if (!user || user.erased_at !== null) throw notFound('user');
    // Whatever identifies a user of other conferences only, the answer is that of an unknown one.
    const { conference_ids } = by;
    const ids = await this.#deps.store.read.conferenceRows.listIdsInside(
      'user',
      [user.id],
      conference_ids,
    );
    if (ids.length === 0) throw notFound('user');
    return this.#transaction(attendableId, user.id, async (tx, given) => {
      const created = given.current.status === 'none' || given.current.status === 'cancelled';
      await this.#change(tx, by, { given, wish, verb: 'add' });
      return { attendee: await this.#row(tx, given), created };
    });
  }

  /**
   * Gives or takes the seat of an attendee, or moves them to the end of the waitlist. A freed seat
   * goes to the next in the queue.
   *
   * @throws AppError as `add`; NOT_FOUND also if the user never attended; PRECONDITION_FAILED
   */
  async update(
    by: Administrator,
    attendableId: number,
    { userId, ifMatch, wish }: AttendanceTarget & { readonly wish: OrganizerRequest },
  ): Promise<Attendee> {
    return this.#transaction(attendableId, userId, async (tx, given) => {
      await this.#checkExpected(tx, given, ifMatch);
      const isChange = wish.status !== undefined;
      await this.#change(tx, by, {
        given,
        // Without a status, a cancelled attendance stays cancelled.
        wish: isChange ? wish : { ...wish, status: keptStatus(given.current) },
        verb: 'update',
      });
      return this.#row(tx, given);
    });
  }

  /**
   * Removes an attendance. Later imports leave out the rows of the invitations that the user
   * claimed. `reopen` reopens the invitations that they claimed by username or by a code instead, with the seat,
   * and this user can never claim them again.
   *
   * @throws AppError NOT_FOUND also if the user never attended; PRECONDITION_FAILED; CONFLICT for
   *   `reopen` without such a claim
   */
  async remove(
    by: Administrator,
    attendableId: number,
    { userId, ifMatch, ...options }: AttendanceTarget & { notify: boolean; reopen: boolean },
  ): Promise<void> {
    const { noun } = this.#deps.attendables;
    await this.#transaction(attendableId, userId, async (tx, given) => {
      const { attendable, current } = given;
      await this.#checkExpected(tx, given, ifMatch);
      if (options.reopen) await this.#reopen(tx, given);
      const now = this.#deps.now().toISOString();
      await this.#deps.attendables.attendancesIn(tx).delete(attendableId, [userId], now);
      await tx.audit.record(by, `${noun}.remove_attendee`, attendableId, {
        before: { user_id: userId, status: current.status },
        ...(options.reopen && { after: { reopened: true } }),
      });
      await this.#deps.attendables.giveUpWith(tx, attendable, [userId]);
      await this.#promote(tx, attendableId);
      if (options.notify) await this.#notify(tx, given, 'none');
    });
  }

  async #reopen(tx: Tx, { attendable, userId }: Case<A>): Promise<void> {
    if (!(await tx.invitationClaims.findReopenable(attendable.id, userId))) {
      throw conflict(
        null,
        'This attendee has claimed no invitation by username or by a code',
        'not_claimed',
      );
    }
    const now = this.#deps.now().toISOString();
    await tx.invitationClaims.updateReopened(userId, [attendable.id], now);
  }

  async #change(
    tx: Tx,
    by: Administrator,
    { given, wish, verb }: { given: Case<A>; wish: OrganizerRequest; verb: 'add' | 'update' },
  ): Promise<void> {
    const { attendable, userId, current } = given;
    const { noun, fullCode } = this.#deps.attendables;
    const change = outcomeOfRequest(current, spotsLeft(attendable) === 0, wish);
    if (change === 'full') {
      throw new AppError(fullCode, `This ${noun} is full; over_capacity: true gives a seat anyway`);
    }
    if (change === 'unchanged') return;

    const { status, placement, fields } = change;
    if (placement) await this.#place(tx, given, placement);
    if (Object.keys(fields).length > 0) {
      const edit = { user_id: userId, version: current.version + 1 };
      const attendances = this.#deps.attendables.attendancesIn(tx);
      const isUpdated = await attendances.updateOrganizerNotes(attendable.id, [edit], fields);
      if (!isUpdated) throw notFound('user');
    }
    const action: AuditAction = `${noun}.${verb}_attendee`;
    const values = auditOfOrganizerChange(userId, current, change);
    await tx.audit.record(by, action, attendable.id, values);
    if (wish.notify) await this.#notify(tx, given, status);
  }

  async #place(tx: Tx, given: Case<A>, { status, isOver }: Placement): Promise<void> {
    const { attendable, userId, current } = given;
    const attendances = this.#deps.attendables.attendancesIn(tx);
    if (status === 'cancelled' || (status === 'waitlisted' && holdsSeat(current.status))) {
      // Promotes the others before the user joins the waitlist, so that the user does not get the
      // freed seat back.
      const now = this.#deps.now().toISOString();
      await attendances.updateCancelled(attendable.id, [userId], now);
      await this.#deps.attendables.giveUpWith(tx, attendable, [userId]);
      await this.#promote(tx, attendable.id);
    }
    if (status === 'cancelled') return;

    await this.#deps.attendables.checkTakesPlace(tx, attendable);
    const registered_at = this.#deps.now().toISOString();
    const edit = { user_id: userId, version: current.version + 1 };
    const place = { status, registered_at, over: isOver ? 1 : 0 };
    const isPlaced = await attendances.upsertPlaces(attendable.id, [edit], place);
    if (!isPlaced) throw notFound('user');
  }

  async #promote(tx: Tx, attendableId: number): Promise<void> {
    const changed = await this.#deps.attendables.lock(tx, attendableId);
    if (changed) await this.#deps.attendances.promoteFromWaitlist(tx, changed);
  }

  /** Sends no notification about an attendable that is over, cancelled or not public. */
  async #notify(tx: Tx, given: Case<A>, status: Attendance['status']): Promise<void> {
    const { attendable, userId, current } = given;
    const type = notificationOf(current.status, status);
    if (!type || !this.#deps.attendables.canPromote(attendable, this.#deps.now())) return;
    await this.#deps.attendables.notifySeats(tx, attendable, { userIds: [userId], type, status });
  }

  async #transaction<T>(
    attendableId: number,
    userId: number,
    work: (tx: Tx, given: Case<A>) => Promise<T>,
  ): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      const attendable = await this.#deps.attendables.lock(tx, attendableId);
      if (!attendable) throw notFound(this.#deps.attendables.noun);
      const found = await this.#deps.attendables.attendancesIn(tx).lock(attendableId, userId);
      return work(tx, { attendable, userId, current: found ?? NO_ATTENDANCE });
    });
  }

  /** @throws AppError NOT_FOUND if the user never attended; PRECONDITION_FAILED */
  async #checkExpected(tx: Tx, given: Case<A>, ifMatch: ExpectedVersions): Promise<void> {
    const { current } = given;
    if (current.status === 'none') throw notFound('attendance');
    if (isExpected(current, ifMatch)) return;
    const row = await this.#row(tx, given);
    const isConference = this.#deps.attendables.noun === 'conference';
    const view = isConference ? conferenceAttendeeView(row) : attendeeView(row);
    throw preconditionFailed({ ...view, version: row.version });
  }

  async #row(tx: Tx, { attendable, userId }: Case<A>): Promise<Attendee> {
    const row = await this.#deps.attendables.attendeesIn(tx).findAttendee(attendable.id, userId);
    if (!row) throw notFound('user');
    return row;
  }

  async #find(person: PersonIdentifier): Promise<User | undefined> {
    const { users } = this.#deps.store;
    if ('user_id' in person) return users.find(person.user_id);
    if ('messenger_id' in person) return users.findByMessengerId(person.messenger_id);
    return users.findByUsername(person.username);
  }
}
