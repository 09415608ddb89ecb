import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { holdsSeat, type OwnAttendance } from '../../domain/attendance/attendances.ts';
import {
  parseTicketCode,
  readableText,
  signatureFrom,
  signedText,
  TICKET_VERSION,
  type Ticket,
  type TicketHolder,
  type TicketKind,
  type TicketVersion,
} from '../../domain/attendance/tickets.ts';
import { AppError, notFound } from '../../errors.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';

/** Reads attendances of events, or of conferences. */
interface AttendanceSource {
  status(userId: number, attendableId: number): Promise<OwnAttendance>;
  /** The last seat of a user, also one that was given up and not taken again. */
  findLastSeat(userId: number, attendableId: number): Promise<LastSeat | undefined>;
}

export interface LastSeat {
  readonly queue_number: number;
  /** False once it was given up. */
  readonly isHeld: boolean;
}

/** The holder of a ticket, and whether they still have its seat. */
export interface TicketPerson {
  readonly user_id: number;
  readonly hasSeat: boolean;
}

/** A ticket's holder and the seat that it was issued for. */
export interface TicketSeat {
  readonly holder: TicketHolder;
  readonly queue_number: number;
}

/** Issues and verifies tickets. They are not stored: a code names its attendee and is signed. */
export class TicketsService {
  readonly #attendances: Readonly<Record<TicketKind, AttendanceSource>>;
  readonly #keys: readonly KeyObject[];

  /** @param deps.secrets the first one signs, all of them verify */
  constructor(deps: {
    attendances: Readonly<Record<TicketKind, AttendanceSource>>;
    secrets: readonly string[];
  }) {
    this.#attendances = deps.attendances;
    this.#keys = ticketKeys(deps.secrets);
  }

  /**
   * Issues the ticket of an attendee with a seat.
   *
   * @throws AppError NOT_FOUND also if the user does not attend; CONFLICT if they are on the
   *   waitlist
   */
  async ticketOf(holder: TicketHolder): Promise<Ticket> {
    const { kind, attendable_id, user_id } = holder;
    const { status } = await this.#attendances[kind].status(user_id, attendable_id);
    if (status === 'waitlisted') {
      throw new AppError('CONFLICT', 'You are on the waitlist: a ticket requires a seat');
    }
    const seat = await this.#attendances[kind].findLastSeat(user_id, attendable_id);
    if (!holdsSeat(status) || !seat?.isHeld) throw notFound('ticket');
    const { queue_number } = seat;
    const code = this.codeOf({ holder, queue_number });
    return { code, qr_svg: await qrSvgOf(code), status };
  }

  /**
   * The holder and the last seat of a ticket code, also where it was given up; undefined if the code is
   * malformed or its signature is invalid, or if its holder gave the seat up and took one again.
   */
  async lastSeatOf(code: string): Promise<(TicketSeat & LastSeat) | undefined> {
    const ticket = parseTicketCode(code);
    if (!ticket) return undefined;
    const { holder } = ticket;
    const { kind, user_id, attendable_id } = holder;
    const last = await this.#attendances[kind].findLastSeat(user_id, attendable_id);
    if (last === undefined) return undefined;
    const seat = { holder, ...last };
    const signature = Buffer.from(ticket.signature);
    const isValid = this.#keys.some((key) =>
      timingSafeEqual(sign(seat, ticket.version, key), signature),
    );
    return isValid ? seat : undefined;
  }

  /**
   * The holder of a ticket code; undefined if the code is malformed or its signature is invalid, or
   * if its holder gave the seat up and took one again.
   */
  async personOf(code: string): Promise<TicketPerson | undefined> {
    const issued = await this.lastSeatOf(code);
    return issued && { user_id: issued.holder.user_id, hasSeat: issued.isHeld };
  }

  /** The code of the ticket of a seat that the caller has read. */
  codeOf(seat: TicketSeat): string {
    const [key] = this.#keys;
    if (!key) throw new Error('no key to sign with');
    return `${readableText(seat.holder, TICKET_VERSION)}-${sign(seat, TICKET_VERSION, key)}`;
  }
}

/** Derived keys, so that ticket signatures reveal nothing about the keys of tokens. */
export const ticketKeys = (secrets: readonly string[]): readonly KeyObject[] =>
  secrets.map((secret) => createSecretKey(deriveKey(secret, 'tickets').bytes));

/** The signature of a ticket or of a guest code, in the characters of the code. */
export const signatureOf = (text: string, key: KeyObject): Buffer =>
  Buffer.from(signatureFrom(createHmac('sha256', key).update(text).digest('hex')));

const sign = (seat: TicketSeat, version: TicketVersion, key: KeyObject): Buffer => {
  const { holder, queue_number } = seat;
  return signatureOf(signedText(holder, { version, queue_number }), key);
};
