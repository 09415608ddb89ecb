import type { SeatedStatus } from './attendances.ts';

const KIND_LETTERS = { event: 'E', conference: 'C', guest: 'G' } as const;
export type TicketKind = Exclude<keyof typeof KIND_LETTERS, 'guest'>;

/** The attendee and the attendable of a ticket. */
export interface TicketHolder {
  readonly kind: TicketKind;
  readonly attendable_id: number;
  readonly user_id: number;
}

/** The open invitation on whose badge a guest code is. */
export interface CodedGuest {
  readonly conference_id: number;
  readonly invitation_id: number;
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

/** The part of a guest code that is readable: `GB-42-1007`. Guests have codes since version B. */
export const readableGuestText = (
  { conference_id, invitation_id }: CodedGuest,
  version: TicketVersion,
): string => `${KIND_LETTERS.guest}${version}-${conference_id}-${invitation_id}`;

/**
 * The text that is signed in a guest code, with the place of the invitation in the queue: a guest who
 * is withdrawn and invited again has another code.
 */
export const signedGuestText = (
  guest: CodedGuest,
  { version, queue_number }: { version: TicketVersion; queue_number: number },
): string => `${readableGuestText(guest, version)}-${queue_number}`;

const CODE = /^([ECG])([A-Z]?)-([1-9]\d{0,15})-([1-9]\d{0,15})-([0-9A-F]{14})$/;

/** The content of a ticket code; only its signature proves it. */
export interface ParsedTicket {
  readonly holder: TicketHolder;
  readonly version: TicketVersion;
  readonly signature: string;
}

/** The content of a guest code; only its signature proves it. */
export interface ParsedGuestCode extends Omit<ParsedTicket, 'holder'> {
  readonly guest: CodedGuest;
}

/**
 * Parses a scanned or typed code, ignoring case and whitespace. Returns undefined if the syntax is
 * wrong, or the version unknown. Does not verify the signature.
 */
export function parseTicketCode(code: string): ParsedTicket | undefined {
  const found = parsed(code);
  if (!found || found.letter === KIND_LETTERS.guest) return undefined;
  const { letter, ids, ...proof } = found;
  const kind = letter === KIND_LETTERS.event ? 'event' : 'conference';
  return { holder: { kind, attendable_id: ids[0], user_id: ids[1] }, ...proof };
}

/** As `parseTicketCode`, for the code of a guest. */
export function parseGuestCode(code: string): ParsedGuestCode | undefined {
  const found = parsed(code);
  if (found?.letter !== KIND_LETTERS.guest || found.version === 'A') return undefined;
  const { letter: _, ids, ...proof } = found;
  return { guest: { conference_id: ids[0], invitation_id: ids[1] }, ...proof };
}

function parsed(code: string) {
  const [, letter, versionLetter, first, second, signature] =
    CODE.exec(code.replace(/\s/g, '').toUpperCase()) ?? [];
  const version = versionLetter === '' ? 'A' : VERSIONS.find((one) => one === versionLetter);
  if (signature === undefined || version === undefined || versionLetter === 'A') return undefined;
  return { letter, ids: [Number(first), Number(second)] as const, version, signature };
}
