import type { Administrator } from '../../domain/administration/administrators.ts';
import { holdsSeat } from '../../domain/attendance/attendances.ts';
import type {
  CheckInRecord,
  ConferenceAttendeeIdentifier,
} from '../../domain/attendance/check-ins.ts';
import { outcomeOfCheckIn } from '../../domain/attendance/check-ins.ts';
import {
  doorGuest,
  type GuestAnswer,
  type GuestCheckIn,
  type GuestResult,
  statusOfGuest,
} from '../../domain/attendance/guest-check-ins.ts';
import { ticketCodeHashes } from '../../domain/attendance/guest-keys.ts';
import { takenScan } from '../../domain/attendance/scan-results.ts';
import { parseGuestCode, parseTicketCode } from '../../domain/attendance/tickets.ts';
import { AppError } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { notRegistered } from './check-ins.service.ts';
import { invalidTicket, type ScansService, type TimedScan } from './scans.service.ts';
import type { GuestCodesService } from './seat-codes.service.ts';

/** An invitation that a request names, and whether by a code or by its id. */
export interface NamedGuest {
  readonly guest: GuestCheckIn;
  readonly isByCode: boolean;
}

type Reading = readonly [Store, 'find'] | readonly [Tx, 'lock'];

interface Deps {
  readonly store: Store;
  readonly scans: ScansService;
  readonly codes: GuestCodesService;
  readonly hashOf: KeyedHash;
}

/** Who of a conference is a guest, and the check-in of guests, who have no account. */
export class GuestCheckInsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The invitation of a request. Undefined for a user, for the code of a ticket, and for a code that
   * no guest has. What has the form of a ticket is never looked up as the code of a ticket shop.
   *
   * @throws AppError TICKET_INVALID for a forged code, or of an attendee who was removed;
   *   TICKET_OTHER_EVENT; NOT_REGISTERED for an `invitation_id` without an invitation
   */
  async find(
    by: Administrator,
    conferenceId: number,
    attendee: ConferenceAttendeeIdentifier,
  ): Promise<NamedGuest | undefined> {
    if ('user_id' in attendee) return undefined;
    if ('invitation_id' in attendee) {
      const guest = await this.#deps.store.guestCheckIns.find(conferenceId, attendee.invitation_id);
      if (!guest || isRemoved(guest)) throw notRegistered();
      return { guest, isByCode: false };
    }
    const guest = await this.#ofCode(by, conferenceId, attendee.code);
    if (guest && isRemoved(guest)) throw invalidTicket();
    return guest && { guest, isByCode: true };
  }

  /** Undefined if a user claimed the invitation since it was read. Errors as of an attendee. */
  async checkIn(
    by: Administrator,
    named: NamedGuest,
    scan: TimedScan,
  ): Promise<GuestAnswer | undefined> {
    const { record, scannedAt } = scan;
    return this.#attempt(named, async ([repositories], guest) => {
      const state = { ...guest, status: statusOfGuest(guest), cancelled_at: guest.withdrawn_at };
      const request = { nonce: record.check_in_nonce, isBarred: false, scannedAt };
      const outcome = outcomeOfCheckIn(state, request);
      if (outcome === 'cancelled') {
        throw new AppError('CONFERENCE_CANCELLED', 'This conference is cancelled');
      }
      if (outcome === 'waitlisted') {
        throw new AppError('WAITLISTED', 'This guest is on the waitlist and has no seat');
      }
      if (outcome === 'not_attending' || outcome === 'blocked') {
        throw named.isByCode ? invalidTicket() : notRegistered();
      }
      const taken = takenScan(outcome, guest, scan);
      if (!taken.record) return { ...resultOf(guest), ...taken.answer };
      const change = { checkIn: taken.record, logged: taken.logged };
      const changed = await this.#update(repositories, by, guest, change);
      return changed && { ...resultOf(changed), ...taken.answer };
    });
  }

  /** Undefined if a user claimed the invitation since it was read. Errors as of an attendee. */
  async undo(by: Administrator, named: NamedGuest): Promise<GuestResult | undefined> {
    return this.#attempt(named, async ([repositories], guest) => {
      if (guest.withdrawn_at !== null && named.isByCode) throw invalidTicket();
      if (guest.withdrawn_at !== null || !guest.has_seat) throw notRegistered();
      if (guest.checked_in_at === null) return resultOf(guest);
      const changed = await this.#update(repositories, by, guest, { checkIn: null });
      return changed && resultOf(changed);
    });
  }

  /**
   * Whose badge a guest's code is on: the user who claimed the invitation, or null if none has yet.
   * Undefined for any other code, and once the seat is given up.
   */
  async personOf(code: string): Promise<{ readonly user_id: number | null } | undefined> {
    const coded = parseGuestCode(code)?.guest;
    const { guestCheckIns, conferenceCheckIns } = this.#deps.store;
    const guest = coded && (await guestCheckIns.find(coded.conference_id, coded.invitation_id));
    if (!guest || guest.withdrawn_at !== null) return undefined;
    if (!this.#deps.codes.verify(code, { ...coded, queue_number: guest.queue_number }))
      return undefined;
    const { claimed_by: user_id, claimed_at } = guest;
    if (claimed_at === null || user_id === null)
      return claimed_at === null ? { user_id: null } : undefined;
    const seat = await conferenceCheckIns.find(guest.conference_id, user_id);
    const isKept = seat && holdsSeat(seat.status) && String(seat.registered_at) <= claimed_at;
    return isKept ? { user_id } : undefined;
  }

  async #ofCode(
    by: Administrator,
    conferenceId: number,
    code: string,
  ): Promise<GuestCheckIn | undefined> {
    const { guestCheckIns } = this.#deps.store;
    if (parseTicketCode(code)) return undefined;
    const coded = parseGuestCode(code)?.guest;
    if (!coded) {
      const { all } = ticketCodeHashes(this.#deps.hashOf, code);
      return guestCheckIns.findByShopCode(conferenceId, all);
    }
    const guest = await guestCheckIns.find(coded.conference_id, coded.invitation_id);
    if (!guest || !this.#deps.codes.verify(code, { ...coded, queue_number: guest.queue_number })) {
      throw invalidTicket();
    }
    if (guest.conference_id === conferenceId) return guest;
    const other = { kind: 'conference', attendable_id: guest.conference_id } as const;
    throw await this.#deps.scans.otherTicket(by, other);
  }

  /** Decides by what was read first, then again under the lock of the invitation. */
  async #attempt<T>(
    { guest: seen, isByCode }: NamedGuest,
    decide: (reading: Reading, guest: GuestCheckIn) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { conference_id, id } = seen;
    if (seen.claimed_at !== null) return undefined;
    const { store } = this.#deps;
    const answer = await store.limited([`check-ins of conference:${conference_id}`], () =>
      store.tryThenLock<{ value: T | undefined }>(
        async () => {
          const value = await decide([store, 'find'], seen);
          return value && { value };
        },
        async (tx) => {
          const guest = await tx.guestCheckIns.lock(conference_id, id);
          if (!guest) throw notRegistered();
          if (guest.claimed_at !== null) return { value: undefined };
          const isReplaced = guest.queue_number !== seen.queue_number;
          if (isByCode && isReplaced) throw invalidTicket();
          return { value: await decide([tx, 'lock'], guest) };
        },
      ),
    );
    return answer.value;
  }

  #update(
    { guestCheckIns }: Store | Tx,
    by: Administrator,
    guest: GuestCheckIn,
    { checkIn, logged }: { readonly checkIn: CheckInRecord | null; readonly logged?: object },
  ): Promise<GuestCheckIn | undefined> {
    const invitation_id = guest.id;
    return guestCheckIns.update(guest, checkIn, {
      by,
      action: checkIn ? 'conference.check_in' : 'conference.undo_check_in',
      subjectId: guest.conference_id,
      before: { invitation_id, checked_in_at: guest.checked_in_at },
      after: { invitation_id, checked_in_at: checkIn?.checked_in_at ?? null, ...logged },
    });
  }
}

/** Whether an organizer removed the attendee who had claimed the invitation. */
const isRemoved = ({ withdrawn_at, claimed_at }: GuestCheckIn): boolean =>
  withdrawn_at !== null && claimed_at !== null;

const resultOf = (guest: GuestCheckIn): GuestResult => ({
  user: null,
  attendance: null,
  invitation: doorGuest(guest),
});
