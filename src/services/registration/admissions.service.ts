import {
  type Attendable,
  type RegistrationSetup,
  withSeatsTaken,
} from '../../domain/attendance/attendables.ts';
import {
  type Attendance,
  type AttendanceAnswer,
  answerOf,
  holdsSeat,
  NO_ATTENDANCE,
  outcomeOfAttending,
} from '../../domain/attendance/attendances.ts';
import {
  decidedError,
  declinedError,
  MAX_PENDING_REQUESTS,
  type SeatRequest,
  statusOfAsking,
} from '../../domain/registration/seat-requests.ts';
import { type OfferedType, typeFullError } from '../../domain/registration/ticket-types.ts';
import { type AttendWish, isPlainWish } from '../../domain/registration/wishes.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from '../attendance/attendables.service.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { Attending, AttendResult } from '../attendance/attendances-as-seen.service.ts';
import type { FormsService } from './forms.service.ts';
import type { ChosenType, TypeChoice } from './ticket-type-choices.service.ts';

/** A request that waits for the organizers, where they decide who comes. */
export interface Requested {
  readonly request: SeatRequest;
  /** False for a request that waited already. */
  readonly created: boolean;
}

export type AdmissionResult = AttendResult | Requested;

/** What registering does beside giving a seat, where a conference is set up for it. */
export interface AdmissionExtras<A extends Attendable> {
  /**
   * The registration state for this user: that of the conference, or of the ticket type that they mean.
   *
   * @throws AppError NOT_FOUND; TICKET_TYPE_REQUIRED; REGISTRATION_CLOSED
   */
  chooseType(tx: Tx, attendable: A, choice: TypeChoice): Promise<ChosenType>;
  /** @throws AppError CONFLICT for a user who has given their registration away */
  checkMayRegister(tx: Tx, attendable: A, userId: number): Promise<void>;
  /** @throws AppError GUEST_LIMIT; EVENT_FULL or CONFERENCE_FULL */
  addGuests(tx: Tx, attendable: A, userId: number, wish: AttendWish): Promise<void>;
}

interface Asking extends Attending {
  readonly wish: AttendWish;
}

/** A request to be admitted, under the lock of the attendable. */
interface Case<A> extends Asking {
  readonly attendable: A;
  /** As it was before; the lock of the attendable excludes decisions on it. */
  readonly request: SeatRequest | undefined;
  readonly type?: OfferedType | undefined;
}

/**
 * How users come to events or to conferences: by a seat, a place on the waitlist, or a request that the
 * organizers decide. Where nothing is set up, one statement admits (`AttendancesService.attendAsSeen`).
 */
export class AdmissionsService<A extends Attendable & RegistrationSetup> {
  readonly #deps;

  constructor(deps: {
    store: Store;
    attendables: Attendables<A>;
    attendances: AttendancesService<A>;
    forms: Pick<FormsService<A>, 'check'>;
    /** What only conferences have. */
    extras: AdmissionExtras<A>;
    now: () => Date;
  }) {
    this.#deps = deps;
  }

  /**
   * Gives the user a seat, or the last waitlist position if no seat is free, or makes a request. Safe to
   * repeat: a user who already attends gets the same answer with `created: false`. A request that
   * waits takes what this one says.
   *
   * @throws AppError NOT_FOUND; EVENT_CANCELLED, CONFERENCE_CANCELLED; EVENT_ENDED,
   *   CONFERENCE_ENDED; REGISTRATION_CLOSED; TICKET_TYPE_REQUIRED; EVENT_FULL, CONFERENCE_FULL or
   *   TICKET_TYPE_FULL without a waitlist; REGISTRATION_REQUIRED; REQUEST_DECLINED;
   *   TOO_MANY_PENDING; VALIDATION_ERROR and ANSWERS_REQUIRED for answers; UNAUTHORIZED if the user
   *   has been erased
   */
  async attend(userId: number, attendableId: number, wish: AttendWish): Promise<AdmissionResult> {
    const asking = { userId, attendableId, wish };
    return this.#deps.store.tryThenLock<AdmissionResult>(
      async () => (isPlainWish(wish) ? this.#deps.attendances.attendAsSeen(asking) : undefined),
      (tx) => this.#attendLocked(tx, asking),
    );
  }

  /**
   * Cancels the user's attendance, or withdraws their request. Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user never attended; EVENT_ENDED or CONFERENCE_ENDED;
   *   CONFLICT if the user has checked in, or if the request has been decided since then
   */
  async cancel(userId: number, attendableId: number): Promise<AttendanceAnswer> {
    const { store, attendables, attendances, now } = this.#deps;
    const of = { userId, id: attendableId, now: now() };
    const found = await attendables.findRegistrationContext(store, of);
    if (found?.attendance.status !== 'requested') return attendances.cancel(userId, attendableId);
    await this.#withdraw(userId, attendableId);
    const after = await attendables.findRegistrationContext(store, of);
    if (!after) throw notFound(attendables.noun);
    return answerOf(after.seen, after.attendance);
  }

  async #withdraw(userId: number, attendableId: number): Promise<void> {
    const key = { ...this.#deps.attendables.requestOwner(attendableId), user_id: userId };
    await this.#deps.store.transaction(async (tx) => {
      await tx.users.lockAllowingReferences(userId);
      const request = await tx.seatRequests.lock(key);
      if (!request || request.status === 'withdrawn') return;
      if (request.status !== 'pending') throw decidedError(request.status);
      await this.#decide(tx, request, 'withdrawn');
    });
  }

  async #attendLocked(tx: Tx, asking: Asking): Promise<AdmissionResult> {
    const { attendables, now } = this.#deps;
    const attendable = await attendables.lockPublic(tx, asking.attendableId);
    if (!attendable) throw notFound(attendables.noun);
    const key = { ...attendables.requestOwner(attendable.id), user_id: asking.userId };
    const request = await tx.seatRequests.find(key);
    const asked = statusOfAsking(request);
    const ceiling = attendables.registrationState(attendable, now());
    const choice = { ...asking, ceiling, request };
    const { state, type } = await this.#deps.extras.chooseType(tx, attendable, choice);
    const given = { ...asking, attendable, request, type };
    const attending = attendables.attendancesIn(tx);
    const read = async () => (await attending.lock(attendable.id, asking.userId)) ?? NO_ATTENDANCE;
    // Who attends already is asked nothing.
    const known = attendable.has_form ? await read() : NO_ATTENDANCE;
    // Most users are new: the current attendance is only read if nothing is inserted, because each
    // round trip under the lock delays all other users of a popular attendable.
    const admission = outcomeOfAttending(state, asked);
    const isNew = !isAttending(known);
    if (isNew && (admission === 'registered' || admission === 'waitlisted')) {
      const admitted = await this.#admit(tx, given, admission);
      if (admitted) return admitted;
    }
    const current = isNew ? await read() : known;
    const outcome = outcomeOfAttending(state, isAttending(current) ? current.status : asked);
    switch (outcome) {
      case 'registered':
      case 'waitlisted':
        throw unauthorized();
      case 'unchanged':
        return { answer: answerOf(attendable, current), created: false };
      case 'approval':
        return this.#request(tx, given);
      case 'full':
        throw ceiling === 'full' ? this.#refusal(outcome) : typeFullError();
      default:
        throw this.#refusal(outcome);
    }
  }

  async #admit(
    tx: Tx,
    { attendable, userId, request, wish, type }: Case<A>,
    status: 'registered' | 'waitlisted',
  ): Promise<AttendResult | undefined> {
    const { attendables, now } = this.#deps;
    await attendables.checkAccess(tx, attendable, userId);
    const saveAnswers = await this.#deps.forms.check(tx, attendable, userId, wish.answers);
    await this.#deps.extras.checkMayRegister(tx, attendable, userId);
    const registered_at = now().toISOString();
    const attendances = attendables.attendancesIn(tx);
    const attendance = await attendances.upsert(attendable.id, userId, {
      ...{ status, registered_at },
      ...(type && { ticket_type: type.name }),
    });
    if (!attendance) return undefined;
    await saveAnswers();
    if (request?.status === 'pending') await this.#decide(tx, request, 'approved');
    const seated = holdsSeat(status) ? withSeatsTaken(attendable, 1) : attendable;
    await this.#deps.extras.addGuests(tx, seated, userId, wish);
    return { answer: answerOf(seated, attendance), created: true };
  }

  async #request(tx: Tx, { attendable, userId, request, wish, type }: Case<A>): Promise<Requested> {
    const { attendables, now } = this.#deps;
    await attendables.checkAccess(tx, attendable, userId);
    await this.#deps.extras.checkMayRegister(tx, attendable, userId);
    const user = await tx.users.lockAllowingReferences(userId);
    if (!user || user.erased_at !== null) throw unauthorized();
    const saveAnswers = await this.#deps.forms.check(tx, attendable, userId, wish.answers);
    const created = request?.status !== 'pending';
    if (created && (await tx.seatRequests.countPendingOf(userId)) >= MAX_PENDING_REQUESTS)
      throw new AppError(
        'TOO_MANY_PENDING',
        `At most ${MAX_PENDING_REQUESTS} of your requests can wait for a decision`,
      );
    const key = { ...attendables.requestOwner(attendable.id), user_id: userId };
    const sent = await tx.seatRequests.upsert(key, {
      ticket_type_id: type?.id ?? null,
      guests: wish.guests ?? [],
      requested_at: created ? now().toISOString() : request.requested_at,
    });
    await saveAnswers();
    if (created) await tx.webhookChanges.insertChanged('registration_request.changed', [sent.id]);
    return { request: sent, created };
  }

  /** Ends a request that no organizer decided. */
  async #decide(tx: Tx, { id }: SeatRequest, status: 'approved' | 'withdrawn'): Promise<void> {
    await tx.seatRequests.updateDecided([id], {
      status,
      reason: null,
      decided_at: this.#deps.now().toISOString(),
      decided_by_administrator_id: null,
    });
    await tx.webhookChanges.insertChanged('registration_request.changed', [id]);
  }

  #refusal(
    outcome: Exclude<
      ReturnType<typeof outcomeOfAttending>,
      'registered' | 'waitlisted' | 'unchanged' | 'approval'
    >,
  ): AppError {
    const { noun, cancelledCode, endedCode, fullCode } = this.#deps.attendables;
    switch (outcome) {
      case 'cancelled':
        return new AppError(cancelledCode, `This ${noun} is cancelled`);
      case 'ended':
        return new AppError(endedCode, `This ${noun} is over`);
      case 'full':
        return new AppError(fullCode, `This ${noun} is full`);
      case 'declined':
        return declinedError(noun);
      case 'closed':
      case 'invited_only':
        return new AppError('REGISTRATION_CLOSED', `Registration for this ${noun} is closed`);
    }
  }
}

const isAttending = ({ status }: Pick<Attendance, 'status'>): boolean =>
  holdsSeat(status) || status === 'waitlisted';
