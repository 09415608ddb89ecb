import type { SeatedStatus } from './attendances.ts';

const KIND_LETTERS = { event: 'E', conference: 'C' } as const;
export type TicketKind = keyof typeof KIND_LETTERS;

/** Whose seat it is, and where. */
export interface TicketHolder {
  readonly kind: TicketKind;
  readonly attendable_id: number;
  readonly user_id: number;
}

/** What somebody shows at the door. */
export interface Ticket {
  readonly code: string;
  /** The code as a picture. */
  readonly qr_svg: string;
  readonly status: SeatedStatus;
}

/** What is signed of a ticket: `E-42-1007`. */
export const signedText = ({ kind, attendable_id, user_id }: TicketHolder): string =>
  `${KIND_LETTERS[kind]}-${attendable_id}-${user_id}`;

/** The part of a MAC that a code has room for: 56 bits in hexadecimal. */
export const signatureFrom = (mac: string): string => mac.slice(0, 14).toUpperCase();

const CODE = /^([EC])-([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9A-F]{14})$/;

/**
 * What a code says, as scanned or typed: case and blanks do not matter. Undefined for what is no
 * code; whether the seal is ours is another question.
 */
export function parseTicketCode(code: string): { holder: TicketHolder; seal: string } | undefined {
  const [, letter, attendable, user, seal] = CODE.exec(code.replace(/\s/g, '').toUpperCase()) ?? [];
  if (seal === undefined) return undefined;
  const kind = letter === KIND_LETTERS.event ? 'event' : 'conference';
  return { holder: { kind, attendable_id: Number(attendable), user_id: Number(user) }, seal };
}
