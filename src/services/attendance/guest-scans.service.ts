import type { Administrator } from '../../domain/administration/administrators.ts';
import { holdsSeat } from '../../domain/attendance/attendances.ts';
import type { ConferenceAttendeeIdentifier } from '../../domain/attendance/check-ins.ts';
import { ticketCodeHashes } from '../../domain/attendance/guest-keys.ts';
import type { Invitation } from '../../domain/attendance/invitations.ts';
import {
  type CodedGuest,
  parseGuestCode,
  parseTicketCode,
} from '../../domain/attendance/tickets.ts';
import { notFound } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Store } from '../../repositories/store.ts';
import {
  invalidTicket,
  notRegistered,
  type ScannedSeat,
  type ScansService,
} from './scans.service.ts';
import type { GuestCodesService } from './seat-codes.service.ts';

interface Deps {
  readonly store: Store;
  readonly scans: ScansService;
  readonly codes: GuestCodesService;
  readonly hashOf: KeyedHash;
}

/** Whose seat the door of a conference scans: codes of guests, of their ticket shops, and tickets. */
export class GuestScansService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The seat of a request: of a guest, or of the user who claimed it. What has the form of a ticket is never
   * looked up as the code of a ticket shop.
   *
   * @throws AppError TICKET_INVALID for a forged code, or of an attendee who was removed;
   *   TICKET_OTHER_EVENT; NOT_FOUND for the conference, and NOT_REGISTERED, for an `invitation_id`
   *   without an invitation
   */
  async seatOf(
    by: Administrator,
    attendee: ConferenceAttendeeIdentifier,
    conferenceId: number,
  ): Promise<ScannedSeat> {
    if ('user_id' in attendee) return this.#deps.scans.seatOf(by, attendee, conferenceId);
    const isByCode = 'code' in attendee;
    const invitation = isByCode
      ? await this.#ofCode(by, conferenceId, attendee.code)
      : await this.#ofId(conferenceId, attendee.invitation_id);
    if (!invitation) {
      if (isByCode) return this.#deps.scans.seatOf(by, attendee, conferenceId);
      throw notRegistered();
    }
    const { id: invitation_id, claimed_by, claimed_at, withdrawn_at, queue_number } = invitation;
    const queueNumber = isByCode ? queue_number : undefined;
    if (claimed_at === null) return { key: { invitation_id }, queueNumber };
    // An organizer removed the attendee who had claimed it.
    if (withdrawn_at !== null) throw isByCode ? invalidTicket() : notRegistered();
    if (claimed_by === null) throw invalidTicket();
    const claimedAt = isByCode ? claimed_at : undefined;
    return { key: { user_id: claimed_by }, queueNumber: undefined, claimedAt };
  }

  /**
   * Whose badge a guest's code is on: the user who claimed the invitation, or null if none has yet.
   * Undefined for any other code, and once the seat is given up.
   */
  async personOf(code: string): Promise<{ readonly user_id: number | null } | undefined> {
    const coded = parseGuestCode(code)?.guest;
    const guest = coded && (await this.#find(coded));
    if (!guest || guest.withdrawn_at !== null || !this.#isSigned(code, guest)) return undefined;
    const { claimed_by: user_id, claimed_at } = guest;
    if (claimed_at === null) return { user_id: null };
    if (user_id === null) return undefined;
    const seat = await this.#deps.store.conferenceCheckIns.find(guest.conference_id, { user_id });
    const isKept = seat && holdsSeat(seat.status) && String(seat.registered_at) <= claimed_at;
    return isKept ? { user_id } : undefined;
  }

  async #ofId(conferenceId: number, id: number): Promise<Invitation | undefined> {
    const { conferences } = this.#deps.store;
    if (!(await conferences.find(conferenceId))) throw notFound('conference');
    return this.#find({ conference_id: conferenceId, invitation_id: id });
  }

  #find({ conference_id, invitation_id: id }: CodedGuest): Promise<Invitation | undefined> {
    return this.#deps.store.invitations.find({ conference_id, id });
  }

  async #ofCode(
    by: Administrator,
    conferenceId: number,
    code: string,
  ): Promise<Invitation | undefined> {
    if (parseTicketCode(code)) return undefined;
    const coded = parseGuestCode(code)?.guest;
    if (!coded) {
      const { all } = ticketCodeHashes(this.#deps.hashOf, code);
      return this.#deps.store.invitations.findByShopCode(conferenceId, all);
    }
    const guest = await this.#find(coded);
    if (!guest || !this.#isSigned(code, guest)) throw invalidTicket();
    if (guest.conference_id === conferenceId) return guest;
    const other = { kind: 'conference', attendable_id: guest.conference_id } as const;
    throw await this.#deps.scans.otherTicket(by, other);
  }

  #isSigned(code: string, { id, conference_id, queue_number }: Invitation): boolean {
    return this.#deps.codes.verify(code, { conference_id, invitation_id: id, queue_number });
  }
}
