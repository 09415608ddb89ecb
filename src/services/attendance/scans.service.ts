import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type AttendeeIdentifier,
  checkInTime,
  MAX_SCAN_AGE_HOURS,
  type Scan,
} from '../../domain/attendance/check-ins.ts';
import type { TicketHolder, TicketKind } from '../../domain/attendance/tickets.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { TicketsService } from './tickets.service.ts';

/** The attendee of a request, and the seat for which a ticket was issued. */
export interface ScannedSeat {
  readonly userId: number;
  readonly queueNumber: number | undefined;
  /** When the user claimed the invitation of the scanned code. */
  readonly claimedAt?: string | undefined;
}

/** A scan whose ticket and time are valid. */
export interface ValidScan extends Pick<Scan, 'nonce' | 'device' | 'allow_blocked'> {
  readonly seat: ScannedSeat;
  readonly checked_in_at: string;
}

export const invalidTicket = () =>
  new AppError('TICKET_INVALID', 'code: expected a valid ticket code');

/** Reads a scan at the door of events or of conferences: whose seat its ticket is, and its time. */
export class ScansService {
  readonly #store: Store;
  readonly #noun: TicketKind;
  readonly #tickets: TicketsService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; noun: TicketKind; tickets: TicketsService; now: () => Date }) {
    this.#store = deps.store;
    this.#noun = deps.noun;
    this.#tickets = deps.tickets;
    this.#now = deps.now;
  }

  /**
   * @throws AppError VALIDATION_ERROR for a scan in the future or more than 48 hours ago; as `seatOf`
   */
  async validated(
    by: Administrator,
    { attendee, scanned_at, ...scan }: Scan,
    attendableId: number,
  ): Promise<ValidScan> {
    const checked_in_at = this.timeOf(scanned_at);
    return { ...scan, seat: await this.seatOf(by, attendee, attendableId), checked_in_at };
  }

  /** @throws AppError VALIDATION_ERROR for a scan in the future or more than 48 hours ago */
  timeOf(scannedAt: string | undefined): string {
    const time = checkInTime(scannedAt, this.#now());
    if (time !== undefined) return time;
    throw invalid(
      'scanned_at',
      `expected a time in the last ${MAX_SCAN_AGE_HOURS} hours, not in the future`,
    );
  }

  /** @throws AppError TICKET_INVALID; TICKET_OTHER_EVENT, which names what the ticket opens */
  async seatOf(
    by: Administrator,
    attendee: AttendeeIdentifier,
    attendableId: number,
  ): Promise<ScannedSeat> {
    if ('user_id' in attendee) {
      const { user_id: userId, claimed_at: claimedAt } = attendee;
      return { userId, queueNumber: undefined, claimedAt };
    }
    const seat = await this.#tickets.seatOf(attendee.code);
    if (!seat) throw invalidTicket();
    const { holder } = seat;
    if (holder.kind !== this.#noun || holder.attendable_id !== attendableId) {
      throw await this.otherTicket(by, holder);
    }
    return { userId: holder.user_id, queueNumber: seat.queue_number };
  }

  /** The refusal of a ticket of another attendable. A key of some conferences learns nothing of the others. */
  async otherTicket(
    by: Administrator,
    holder: Pick<TicketHolder, 'kind' | 'attendable_id'>,
  ): Promise<AppError> {
    const expected = `code: expected a ticket for this ${this.#noun}`;
    const opened = await this.#opened(holder);
    const isSeen = opened && seesConference(by, opened.conference_id);
    const sentence = isSeen ? `${expected}; this one is for ${opened.name}` : expected;
    return new AppError('TICKET_OTHER_EVENT', sentence);
  }

  async #opened({ kind, attendable_id }: Pick<TicketHolder, 'kind' | 'attendable_id'>) {
    if (kind === 'conference') {
      const conference = await this.#store.conferences.find(attendable_id);
      return conference && { name: conference.name, conference_id: conference.id };
    }
    const event = await this.#store.events.find(attendable_id);
    return event && { name: event.title, conference_id: event.conference_id };
  }
}

/** What belongs to no conference is for keys of all conferences. */
const seesConference = ({ conference_ids }: Administrator, id: number | null): boolean =>
  conference_ids === null || (id !== null && conference_ids.includes(id));
