import type { Administrator } from '../../domain/administration/administrators.ts';
import { type Attendable, spotsLeft } from '../../domain/attendance/attendables.ts';
import { NO_ATTENDANCE } from '../../domain/attendance/attendances.ts';
import {
  type Attendee,
  attendeeView,
  conferenceAttendeeView,
} from '../../domain/attendance/attendees.ts';
import {
  keptStatus,
  type OrganizerRequest,
  outcomeOfRequest,
} from '../../domain/attendance/organizer-notes.ts';
import type { User } from '../../domain/people/users.ts';
import { typeFullError } from '../../domain/registration/ticket-types.ts';
import { type ExpectedVersions, isExpected } from '../../domain/versions.ts';
import { conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type Attendables, fullError, lockExisting } from './attendables.service.ts';
import { findQuotas } from './free-seats.service.ts';
import type { ChangedAttendee, OrganizerChangesService } from './organizer-changes.service.ts';

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
  readonly current: ChangedAttendee['current'];
}

interface Deps<A extends Attendable> {
  readonly store: Store;
  readonly attendables: Attendables<A>;
  readonly changes: OrganizerChangesService<A>;
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
   * @throws AppError NOT_FOUND also for an unknown user; EVENT_FULL, CONFERENCE_FULL or TICKET_TYPE_FULL for
   *   a seat that is not free; EVENT_CANCELLED, CONFERENCE_CANCELLED; CONFLICT for an event that is not approved
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
   * goes to the next in the queue. `queue: first` moves one who waits to its front.
   *
   * @throws AppError as `add`; NOT_FOUND also if the user never attended; PRECONDITION_FAILED;
   *   CONFLICT for `queue` of one who does not wait
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
      if (wish.queue) await this.#moveFirst(tx, by, given);
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
    {
      userId,
      ifMatch,
      notify,
      reopen: isReopened,
    }: AttendanceTarget & { notify: boolean; reopen: boolean },
  ): Promise<void> {
    await this.#transaction(attendableId, userId, async (tx, given) => {
      await this.#checkExpected(tx, given, ifMatch);
      if (isReopened) await this.#reopen(tx, given);
      const { attendable, current } = given;
      const changed = [{ current, change: 'removed' as const }];
      const changes = { attendable, changed, verb: 'update', notify, isReopened } as const;
      await this.#deps.changes.apply(tx, by, changes);
    });
  }

  async #reopen(tx: Tx, { attendable, current }: Case<A>): Promise<void> {
    if (!(await tx.invitationClaims.findReopenable(attendable.id, current.user_id))) {
      throw conflict(
        null,
        'This attendee has claimed no invitation by username or by a code',
        'not_claimed',
      );
    }
    const now = this.#deps.now().toISOString();
    await tx.invitationClaims.updateReopened(current.user_id, [attendable.id], now);
  }

  async #moveFirst(tx: Tx, by: Administrator, { attendable, current }: Case<A>): Promise<void> {
    const { user_id } = current;
    const { attendancesIn, noun } = this.#deps.attendables;
    if (!(await attendancesIn(tx).updateFirstInQueue(attendable.id, user_id)))
      throw conflict('queue', 'expected an attendee who waits', 'status', {
        status: current.status,
      });
    const after = { user_id, queue: 'first' };
    await tx.audit.record(by, `${noun}.update_attendee`, attendable.id, { after });
  }

  async #change(
    tx: Tx,
    by: Administrator,
    { given, wish, verb }: { given: Case<A>; wish: OrganizerRequest; verb: 'add' | 'update' },
  ): Promise<void> {
    const { attendable, current } = given;
    const quotas = await findQuotas(tx, attendable);
    const free = { isFull: spotsLeft(attendable) === 0, quotas };
    const change = outcomeOfRequest(current, free, wish);
    if (change === 'full') throw fullError(this.#deps.attendables);
    if (change === 'type_full') throw typeFullError();
    if (change === 'unchanged') return;
    if (change.placement && change.placement.status !== 'cancelled') {
      await this.#deps.attendables.checkTakesPlace(tx, attendable);
    }
    const changed = [{ current, change }];
    await this.#deps.changes.apply(tx, by, { attendable, changed, verb, notify: wish.notify });
  }

  async #transaction<T>(
    attendableId: number,
    userId: number,
    work: (tx: Tx, given: Case<A>) => Promise<T>,
  ): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      const attendable = await lockExisting(this.#deps.attendables, tx, attendableId);
      const found = await this.#deps.attendables.attendancesIn(tx).lock(attendableId, userId);
      return work(tx, { attendable, current: { ...(found ?? NO_ATTENDANCE), user_id: userId } });
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

  async #row(tx: Tx, { attendable, current }: Case<A>): Promise<Attendee> {
    const attendees = this.#deps.attendables.attendeesIn(tx);
    const row = await attendees.findAttendee(attendable.id, current.user_id);
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
