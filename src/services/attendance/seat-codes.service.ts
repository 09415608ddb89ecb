import { type KeyObject, timingSafeEqual } from 'node:crypto';
import type { BadgeHolder } from '../../domain/attendance/badges.ts';
import {
  type CodedGuest,
  parseGuestCode,
  readableGuestText,
  signedGuestText,
  TICKET_VERSION,
} from '../../domain/attendance/tickets.ts';
import { SignedCodes } from '../../lib/signed-codes.ts';
import { signatureOf, type TicketsService, ticketKeys } from './tickets.service.ts';

/** An invitation, with its place in the queue, which its guest code signs. */
export interface GuestSeat extends CodedGuest {
  readonly queue_number: number;
}

/** Makes and verifies the codes on the badges of guests. They are not stored. */
export class GuestCodesService {
  readonly #keys: readonly KeyObject[];

  /** @param deps.secrets those of tickets: the first one signs, all of them verify */
  constructor(deps: { secrets: readonly string[] }) {
    this.#keys = ticketKeys(deps.secrets);
  }

  /** The code of a guest. It stays the same after the claim of the invitation. */
  codeOf(seat: GuestSeat): string {
    const [key] = this.#keys;
    if (!key) throw new Error('no key to sign with');
    const text = signedGuestText(seat, { ...seat, version: TICKET_VERSION });
    return `${readableGuestText(seat, TICKET_VERSION)}-${signatureOf(text, key)}`;
  }

  /** Whether a code is the one of this guest. Says nothing of whether the guest has a seat. */
  verify(code: string, seat: GuestSeat): boolean {
    const found = parseGuestCode(code);
    const { conference_id, invitation_id } = seat;
    const isNamed =
      found?.guest.conference_id === conference_id && found.guest.invitation_id === invitation_id;
    if (!isNamed) return false;
    const text = signedGuestText(seat, { ...seat, version: found.version });
    const signature = Buffer.from(found.signature);
    return this.#keys.some((key) => timingSafeEqual(signatureOf(text, key), signature));
  }
}

/** The attendee or the guest whose code is made. */
export type CodedSeat = Pick<BadgeHolder, 'user_id' | 'invitation_id' | 'queue_number'>;

/** The codes that the door scans: of attendees their tickets, of guests the codes on their badges. */
export class SeatCodesService {
  readonly #deps;

  constructor(deps: { tickets: TicketsService; guestCodes: GuestCodesService }) {
    this.#deps = deps;
  }

  /** Of a user, or else of a guest, with a seat at a conference. */
  ofConference(conference_id: number, { user_id, invitation_id, queue_number }: CodedSeat): string {
    if (user_id === null && invitation_id !== null) {
      return this.#deps.guestCodes.codeOf({ conference_id, invitation_id, queue_number });
    }
    return this.#ticket('conference', conference_id, { user_id, queue_number });
  }

  /** Of a user with a seat at an event, which has no guests. */
  ofEvent(eventId: number, seat: CodedSeat): string {
    return this.#ticket('event', eventId, seat);
  }

  #ticket(
    kind: 'conference' | 'event',
    attendable_id: number,
    { user_id, queue_number }: Omit<CodedSeat, 'invitation_id'>,
  ): string {
    if (user_id === null) throw new Error('a seat of nobody');
    return this.#deps.tickets.codeOf({ holder: { kind, attendable_id, user_id }, queue_number });
  }
}

/** The invitation that a claim code is for; a code of an older epoch is revoked. */
interface Claimable {
  readonly invitation_id: number;
  readonly epoch: number;
}

const EPOCH_BYTES = 3;

/** Makes and verifies claim codes. They are not stored, so every export has the same links. */
export class ClaimCodesService {
  readonly #codes: SignedCodes;

  /** @param deps.secrets the first one signs, all of them verify */
  constructor({ secrets }: { secrets: readonly string[] }) {
    this.#codes = new SignedCodes({ secrets, purpose: 'claim codes', numberBytes: EPOCH_BYTES });
  }

  /** The code of an invitation: the start parameter of its link is `i_` and the code. */
  codeOf({ invitation_id, epoch }: Claimable): string {
    return this.#codes.codeOf({ id: invitation_id, number: epoch });
  }

  /**
   * What a code with a valid signature is for, with or without the `i_` of its start parameter;
   * undefined for any other text.
   */
  verify(text: string): Claimable | undefined {
    const content = this.#codes.verify(text.trim().replace(/^i_/, ''));
    return content && { invitation_id: content.id, epoch: content.number };
  }
}
