import type { BadgeHolder } from '../../domain/attendance/badges.ts';
import type { GuestCodesService } from './guest-codes.service.ts';
import type { TicketsService } from './tickets.service.ts';

/** The attendee or the guest whose code is made. */
export type CodedSeat = Pick<BadgeHolder, 'user_id' | 'invitation_id' | 'queue_number'>;

interface Deps {
  readonly tickets: TicketsService;
  readonly guestCodes: GuestCodesService;
}

/** The codes that the door scans: of attendees their tickets, of guests the codes on their badges. */
export class SeatCodesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
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
