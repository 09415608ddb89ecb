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

/** Knows how people stand to events, or to conferences. */
interface AttendanceSource {
  status(userId: number, attendableId: number): Promise<Attendance>;
}

/** Tickets are not kept anywhere: a code says whose it is, and its seal that we made it. */
export class TicketsService {
  readonly #attendances: Readonly<Record<TicketKind, AttendanceSource>>;
  readonly #keys: readonly KeyObject[];

  /** @param deps.secrets the first seals, all are believed */
  constructor(deps: {
    attendances: Readonly<Record<TicketKind, AttendanceSource>>;
    secrets: readonly string[];
  }) {
    this.#attendances = deps.attendances;
    // Keys of their own, so that no seal tells anything about tokens.
    this.#keys = deps.secrets.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'hallway tickets', 32))),
    );
  }

  /**
   * The ticket of somebody who has a seat.
   * @throws AppError NOT_FOUND also for who does not come; CONFLICT for who waits
   */
  async ticketOf(holder: TicketHolder): Promise<Ticket> {
    const { kind, attendable_id, user_id } = holder;
    const { status } = await this.#attendances[kind].status(user_id, attendable_id);
    if (status === 'waitlisted') {
      throw new AppError('CONFLICT', 'You are on the waiting list: a ticket comes with a seat');
    }
    if (!holdsSeat(status)) throw notFound('ticket');
    const code = this.#codeOf(holder);
    return { code, qr_svg: await qrSvgOf(code), status };
  }

  /** Undefined for a code that is none of ours. */
  holderOf(code: string): TicketHolder | undefined {
    const read = parseTicketCode(code);
    if (!read) return undefined;
    const seal = Buffer.from(read.seal);
    const isOurs = this.#keys.some((key) => timingSafeEqual(sign(read.holder, key), seal));
    return isOurs ? read.holder : undefined;
  }

  #codeOf(holder: TicketHolder): string {
    const [key] = this.#keys;
    if (!key) throw new Error('no key to seal with');
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
