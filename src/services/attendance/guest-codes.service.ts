import { type KeyObject, timingSafeEqual } from 'node:crypto';
import {
  type CodedGuest,
  parseGuestCode,
  readableGuestText,
  signedGuestText,
  TICKET_VERSION,
} from '../../domain/attendance/tickets.ts';
import { signatureOf, ticketKeys } from './tickets.service.ts';

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
