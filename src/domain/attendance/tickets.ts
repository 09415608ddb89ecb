import type { SeatedStatus } from './attendances.ts';

const KIND_LETTERS = { event: 'E', conference: 'C' } as const;
export type TicketKind = keyof typeof KIND_LETTERS;

/** The attendee and the attendable of a ticket. */
export interface TicketHolder {
  readonly kind: TicketKind;
  readonly attendable_id: number;
  readonly user_id: number;
}

/** The ticket that an attendee shows at the door. */
export interface Ticket {
  readonly code: string;
  /** The code as a QR code in SVG. */
  readonly qr_svg: string;
  readonly status: SeatedStatus;
}

/** The part of a ticket code that is readable: `E-42-1007`. */
export const readableText = ({ kind, attendable_id, user_id }: TicketHolder): string =>
  `${KIND_LETTERS[kind]}-${attendable_id}-${user_id}`;

/**
 * The text that is signed. `queue_number` is drawn anew each time a user attends, so the code of a
 * seat that was given up does not fit the seat that its holder takes later.
 */
export const signedText = (holder: TicketHolder, queue_number: number): string =>
  `${readableText(holder)}-${queue_number}`;

/** Truncates a MAC to 56 bits in hexadecimal, so that a code is short enough to type. */
export const signatureFrom = (mac: string): string => mac.slice(0, 14).toUpperCase();

const CODE = /^([EC])-([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9A-F]{14})$/;

/**
 * Parses a scanned or typed code, ignoring case and whitespace. Returns undefined if the syntax is
 * wrong. Does not verify the signature.
 */
export function parseTicketCode(
  code: string,
): { holder: TicketHolder; signature: string } | undefined {
  const [, letter, attendable, user, signature] =
    CODE.exec(code.replace(/\s/g, '').toUpperCase()) ?? [];
  if (signature === undefined) return undefined;
  const kind = letter === KIND_LETTERS.event ? 'event' : 'conference';
  return { holder: { kind, attendable_id: Number(attendable), user_id: Number(user) }, signature };
}
