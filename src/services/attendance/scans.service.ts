import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import {
  type AttendeeIdentifier,
  type CheckInOutcome,
  type CheckInRecord,
  type CodedSeat,
  checkInBy,
  clockSkew,
  isOldScan,
  type Refusal,
  type Scan,
  type ScanTime,
  timeOfScan,
} from '../../domain/attendance/check-ins.ts';
import type { TicketHolder, TicketKind } from '../../domain/attendance/tickets.ts';
import { AppError } from '../../errors.ts';
import type { AttendeeKey } from '../../repositories/attendance/check-ins.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import type { TicketsService } from './tickets.service.ts';

/** The attendee of a request, and the seat for which a ticket was issued. */
export interface ScannedSeat extends CodedSeat {
  readonly key: AttendeeKey;
}

/** When and by whom a ticket was scanned. */
export interface TimedScan {
  readonly time: ScanTime;
  /** The time, if an offline device named one. */
  readonly scannedAt: string | undefined;
  readonly record: CheckInRecord;
}

/** A scan of a batch with invalid fields. */
export interface UnreadableScan extends Pick<Scan, 'nonce'> {
  readonly refusal: AppError;
}

export const notRegistered = () => new AppError('NOT_REGISTERED', 'attendance not found');

export const invalidTicket = () =>
  new AppError('TICKET_INVALID', 'code: expected a valid ticket code');

/** Reads a scan at the door of events or of conferences: whose seat its ticket is, and its time. */
export class ScansService {
  readonly #deps;

  constructor(deps: { store: Store; noun: TicketKind; tickets: TicketsService; now: () => Date }) {
    this.#deps = deps;
  }

  /** When a ticket was scanned, as `timeOfScan` has it, and what a check-in by it records. */
  async timed(
    by: Administrator,
    { nonce, device, ...scan }: Omit<Scan, 'attendee'>,
    attendableId: number,
  ): Promise<TimedScan> {
    const now = this.#deps.now();
    const opened = { kind: this.#deps.noun, attendable_id: attendableId };
    const opening = isOldScan(scan, now) ? await this.#opened(opened) : undefined;
    const time = timeOfScan(scan, now, opening);
    return {
      time,
      scannedAt: scan.scanned_at === undefined ? undefined : time.at,
      record: {
        ...checkInBy(by, time.at),
        check_in_nonce: nonce,
        check_in_device: device ?? null,
      },
    };
  }

  /** The scans of one request, with what the time of the request says of the clock of the device. */
  ofClock<S extends object>(scans: readonly S[], sentAt: string | undefined): readonly S[] {
    const clock_skew_seconds = clockSkew(sentAt, this.#deps.now());
    return scans.map((scan) => ({ ...scan, clock_skew_seconds }));
  }

  /**
   * The seat of a ticket, which may have been given up.
   *
   * @throws AppError TICKET_INVALID; TICKET_OTHER_EVENT, which names what the ticket opens
   */
  async seatOf(
    by: Administrator,
    attendee: AttendeeIdentifier,
    attendableId: number,
  ): Promise<ScannedSeat> {
    if ('user_id' in attendee) return { key: attendee, queueNumber: undefined };
    const seat = await this.#deps.tickets.lastSeatOf(attendee.code);
    if (!seat) throw invalidTicket();
    const { holder } = seat;
    if (holder.kind !== this.#deps.noun || holder.attendable_id !== attendableId) {
      throw await this.otherTicket(by, holder);
    }
    return { key: { user_id: holder.user_id }, queueNumber: seat.queue_number };
  }

  /** The refusal of a ticket of another attendable. A key of some conferences learns nothing of the others. */
  async otherTicket(
    by: Administrator,
    holder: Pick<TicketHolder, 'kind' | 'attendable_id'>,
  ): Promise<AppError> {
    const expected = `code: expected a ticket for this ${this.#deps.noun}`;
    const opened = await this.#opened(holder);
    const isSeen = opened && seesConference(by, opened.conference_id);
    const sentence = isSeen ? `${expected}; this one is for ${opened.name}` : expected;
    return new AppError('TICKET_OTHER_EVENT', sentence);
  }

  async #opened({ kind, attendable_id }: Pick<TicketHolder, 'kind' | 'attendable_id'>) {
    if (kind === 'conference') {
      const conference = await this.#deps.store.conferences.find(attendable_id);
      if (!conference) return undefined;
      const { id: conference_id, name, starts_on, ends_at } = conference;
      return { name, conference_id, starts_at: `${starts_on}T00:00:00Z`, ends_at };
    }
    const event = await this.#deps.store.events.find(attendable_id);
    return event && { ...event, name: event.title };
  }
}

/** What belongs to no conference is for keys of all conferences. */
const seesConference = ({ conference_ids }: Administrator, id: number | null): boolean =>
  conference_ids === null || (id !== null && conference_ids.includes(id));

/**
 * An outcome that is no refusal.
 *
 * @throws AppError the refusal that it is: WAITLISTED; ACCOUNT_BLOCKED; NOT_REGISTERED; `cancelledCode`
 */
export function orRefused(
  { noun, cancelledCode }: Pick<Attendables<Attendable>, 'noun' | 'cancelledCode'>,
  outcome: CheckInOutcome,
): Exclude<CheckInOutcome, Refusal> {
  switch (outcome) {
    case 'waitlisted':
      throw new AppError('WAITLISTED', 'This attendee is on the waitlist and has no seat');
    case 'blocked':
      throw new AppError(
        'ACCOUNT_BLOCKED',
        'This attendee is blocked; set allow_blocked to true to let them in',
      );
    case 'not_attending':
      throw notRegistered();
    case 'cancelled':
      throw new AppError(cancelledCode, `This ${noun} is cancelled`);
    default:
      return outcome;
  }
}

/** The answer of one scan of a batch, or the error with the reason for the caller. */
export async function orRefusal<S extends { readonly nonce: string | null }, T>(
  scan: S | UnreadableScan,
  checkIn: (scan: S) => Promise<T>,
): Promise<T | AppError> {
  if ('refusal' in scan) return scan.refusal;
  try {
    return await checkIn(scan);
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500;
    // Without the attendable there is nothing to answer row by row. A field names another thing that is missing.
    const isGone =
      error instanceof AppError && error.code === 'NOT_FOUND' && !error.errors[0]?.field;
    if (isRefusal && !isGone) return error;
    throw error;
  }
}
