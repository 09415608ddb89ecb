import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { type Attendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import {
  parseTicketCode,
  signatureFrom,
  signedText,
  type Ticket,
  type TicketHolder,
  type TicketKind,
} from '../../domain/attendance/tickets.ts';
import { AppError, notFound } from '../../errors.ts';

/** Reads attendances of events, or of conferences. */
interface AttendanceSource {
  status(userId: number, attendableId: number): Promise<Attendance>;
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
    // Derived keys, so that ticket signatures reveal nothing about the keys of tokens.
    this.#keys = deps.secrets.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'hallway tickets', 32))),
    );
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
    if (!holdsSeat(status)) throw notFound('ticket');
    const code = this.#codeOf(holder);
    return { code, qr_svg: await qrSvgOf(code), status };
  }

  /** The holder of a ticket code; undefined if the code is malformed or wrongly signed. */
  holderOf(code: string): TicketHolder | undefined {
    const ticket = parseTicketCode(code);
    if (!ticket) return undefined;
    const signature = Buffer.from(ticket.signature);
    const isValid = this.#keys.some((key) => timingSafeEqual(sign(ticket.holder, key), signature));
    return isValid ? ticket.holder : undefined;
  }

  #codeOf(holder: TicketHolder): string {
    const [key] = this.#keys;
    if (!key) throw new Error('no key to sign with');
    return `${signedText(holder)}-${sign(holder, key)}`;
  }
}

const sign = (holder: TicketHolder, key: KeyObject): Buffer => {
  const mac = createHmac('sha256', key).update(signedText(holder)).digest('hex');
  return Buffer.from(signatureFrom(mac));
};

async function qrSvgOf(code: string): Promise<string> {
  const { toString: draw } = await import('qrcode');
  return draw(code, { type: 'svg', errorCorrectionLevel: 'M' });
}
