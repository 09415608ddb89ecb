import {
  type AttendeeIdentifier,
  checkInTime,
  MAX_SCAN_AGE_HOURS,
  type Scan,
} from '../../domain/attendance/check-ins.ts';
import type { TicketKind } from '../../domain/attendance/tickets.ts';
import { AppError, invalid } from '../../errors.ts';
import type { TicketsService } from './tickets.service.ts';

/** The attendee of a request, and the seat for which a ticket was issued. */
export interface ScannedSeat {
  readonly userId: number;
  readonly queueNumber: number | undefined;
}

/** A scan whose ticket and time are valid. */
export interface ValidScan extends Pick<Scan, 'nonce' | 'allow_blocked'> {
  readonly seat: ScannedSeat;
  readonly checked_in_at: string;
}

export const invalidTicket = () =>
  new AppError('TICKET_INVALID', 'code: expected a valid ticket code');

/** Reads a scan at the door of events or of conferences: whose seat its ticket is, and its time. */
export class ScansService {
  readonly #noun: TicketKind;
  readonly #tickets: TicketsService;
  readonly #now: () => Date;

  constructor(deps: { noun: TicketKind; tickets: TicketsService; now: () => Date }) {
    this.#noun = deps.noun;
    this.#tickets = deps.tickets;
    this.#now = deps.now;
  }

  /**
   * @throws AppError VALIDATION_ERROR for a scan in the future or more than 48 hours ago; as `seatOf`
   */
  async validated(
    { attendee, scanned_at, ...scan }: Scan,
    attendableId: number,
  ): Promise<ValidScan> {
    const checked_in_at = checkInTime(scanned_at, this.#now());
    if (checked_in_at === undefined) {
      throw invalid(
        'scanned_at',
        `expected a time in the last ${MAX_SCAN_AGE_HOURS} hours, not in the future`,
      );
    }
    return { ...scan, seat: await this.seatOf(attendee, attendableId), checked_in_at };
  }

  /** @throws AppError TICKET_INVALID; TICKET_OTHER_EVENT */
  async seatOf(attendee: AttendeeIdentifier, attendableId: number): Promise<ScannedSeat> {
    if ('user_id' in attendee) return { userId: attendee.user_id, queueNumber: undefined };
    const seat = await this.#tickets.seatOf(attendee.code);
    if (!seat) throw invalidTicket();
    const { holder } = seat;
    if (holder.kind !== this.#noun || holder.attendable_id !== attendableId) {
      throw new AppError('TICKET_OTHER_EVENT', `code: expected a ticket for this ${this.#noun}`);
    }
    return { userId: holder.user_id, queueNumber: seat.queue_number };
  }
}
