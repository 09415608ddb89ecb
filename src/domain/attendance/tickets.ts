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

/**
 * The versions of codes, oldest first; the last one makes new codes. Printed badges are scanned for
 * years, so no version is ever removed. Codes of version A have no letter.
 */
const VERSIONS = ['A', 'B'] as const;
export type TicketVersion = (typeof VERSIONS)[number];
export const TICKET_VERSION: TicketVersion = 'B';

/** The part of a ticket code that is readable: `EB-42-1007`. */
export const readableText = (
  { kind, attendable_id, user_id }: TicketHolder,
  version: TicketVersion,
): string => `${KIND_LETTERS[kind]}${version === 'A' ? '' : version}-${attendable_id}-${user_id}`;

/**
 * The text that is signed. `queue_number` is new each time a user attends, so the code of a seat
 * that was given up does not fit the seat that its holder takes later.
 */
export const signedText = (
  holder: TicketHolder,
  { version, queue_number }: { version: TicketVersion; queue_number: number },
): string => `${readableText(holder, version)}-${queue_number}`;

/** Truncates a MAC to 56 bits in hexadecimal, so that a code is short enough to type. */
export const signatureFrom = (mac: string): string => mac.slice(0, 14).toUpperCase();

const CODE = /^([EC])([A-Z]?)-([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9A-F]{14})$/;

/** The content of a ticket code; only its signature proves it. */
export interface ParsedTicket {
  readonly holder: TicketHolder;
  readonly version: TicketVersion;
  readonly signature: string;
}

/**
 * Parses a scanned or typed code, ignoring case and whitespace. Returns undefined if the syntax is
 * wrong, or the version unknown. Does not verify the signature.
 */
export function parseTicketCode(code: string): ParsedTicket | undefined {
  const [, letter, versionLetter, attendable, user, signature] =
    CODE.exec(code.replace(/\s/g, '').toUpperCase()) ?? [];
  const version = versionLetter === '' ? 'A' : VERSIONS.find((one) => one === versionLetter);
  if (signature === undefined || version === undefined || versionLetter === 'A') return undefined;
  const kind = letter === KIND_LETTERS.event ? 'event' : 'conference';
  const holder = { kind, attendable_id: Number(attendable), user_id: Number(user) } as const;
  return { holder, version, signature };
}
