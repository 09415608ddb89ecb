import { unmarked } from '../../lib/unmarked.ts';
import { holdsSeat, type SeatedStatus } from './attendances.ts';
import type { Attendee, Invitee } from './attendees.ts';
import type { PlacedScanMark, ScanMark } from './checkpoints.ts';
import type { ClaimMark } from './claim-marks.ts';
import type { DoorGuest } from './invitations.ts';

/** The latest scan at the checkpoint of a device; undefined if it has none. */
interface ScannedRow {
  readonly scan?: ScanMark | null;
}

/** An attendee as the roster of a conference is computed from them. */
export interface OfflineSeat extends ScannedRow {
  readonly user_id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly is_blocked: boolean;
  readonly status: SeatedStatus | 'waitlisted';
  readonly ticket_type: string | null;
  readonly claimed_by: ClaimMark | null;
  /** A ticket code is signed with it. */
  readonly queue_number: number;
}

/** An invitation as the roster of a conference is computed from it. */
export interface OfflineGuest extends ScannedRow {
  readonly invitation_id: number;
  /** The attendee who claimed the seat, and still has it. */
  readonly user_id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly ticket_type: string | null;
  readonly has_seat: boolean;
  readonly has_arrived: boolean;
  /** The code of the guest is signed with it. */
  readonly queue_number: number;
}

export const OFFLINE_STATUSES = ['in', 'expected', 'waitlisted', 'ask'] as const;
export type OfflineStatus = (typeof OFFLINE_STATUSES)[number];

/** An attendee as a device at the door keeps them. */
export interface OfflineRow extends ScannedRow {
  readonly id: number;
  readonly name: string;
  readonly ticket_type: string | null;
  readonly status: OfflineStatus;
  /** The keyed hash of the ticket code; null without a seat, which has no ticket. */
  readonly code: string | null;
}

/** A guest as a device at the door keeps them: by the code on their badge, also after the claim. */
export interface OfflineGuestRow extends ScannedRow {
  readonly invitation_id: number;
  /** The attendee whose row decides; null while no user has claimed the seat. */
  readonly user_id: number | null;
  /** Null if unknown, and after the claim, like `ticket_type` and `status`. */
  readonly name: string | null;
  readonly ticket_type: string | null;
  readonly status: Exclude<OfflineStatus, 'ask'> | null;
  /** The keyed hash of the guest's code; null without a seat. */
  readonly code: string | null;
}

/** A place in the roster of a conference, which is read in rounds: all of it, then changes. */
export interface OfflinePosition {
  /** Changes after this time; null for the whole roster. */
  readonly since: string | null;
  /** The `since` of the next round; null before the first page of a round. */
  readonly as_of: string | null;
  /** The last user id of the page before; 0 before the first. */
  readonly after: number;
  /** The last invitation id of the page before; null before the last attendee of the round. */
  readonly after_guest: number | null;
}

/** The start of the first round. */
export const WHOLE_OFFLINE_LIST: OfflinePosition = {
  since: null,
  as_of: null,
  after: 0,
  after_guest: null,
};

/** A place in the roster, and the key of the codes that the device has. */
export interface OfflineCursor extends OfflinePosition {
  readonly key_id: string;
}

/** A page of the roster for one device. */
export interface Roster {
  /** The key of its codes, in base64url. */
  readonly key: string;
  /** Whether the device forgets the rows that it has. */
  readonly starts_over: boolean;
  /** Whether the conference is cancelled, so that no attendee is checked in. */
  readonly is_cancelled: boolean;
  readonly rows: readonly OfflineRow[];
  /** The ids of users who are no longer in the roster. */
  readonly gone: readonly number[];
  readonly guests: readonly OfflineGuestRow[];
  /** The ids of invitations whose codes open no seat any more. */
  readonly gone_guests: readonly number[];
  readonly has_more: boolean;
  readonly cursor: OfflineCursor;
}

/**
 * What a device without a network does with an attendee. `ask`: a person must decide, as a blocked
 * attendee is refused unless the desk lets them in, and one whom an import names by username only has
 * to show an identity card.
 */
export function offlineStatus({
  status,
  is_blocked,
  claimed_by,
}: Pick<OfflineSeat, 'status' | 'is_blocked' | 'claimed_by'>): OfflineStatus {
  if (status === 'waitlisted') return 'waitlisted';
  if (is_blocked) return 'ask';
  if (status === 'checked_in') return 'in';
  return claimed_by === 'username' ? 'ask' : 'expected';
}

/** @param codeOf the keyed hash of the ticket of a seat */
export const offlineRow = (
  seat: OfflineSeat,
  codeOf: (seat: OfflineSeat) => string,
): OfflineRow => ({
  id: seat.user_id,
  name: seat.last_name === null ? seat.first_name : `${seat.first_name} ${seat.last_name}`,
  ticket_type: seat.ticket_type,
  status: offlineStatus(seat),
  code: holdsSeat(seat.status) ? codeOf(seat) : null,
  ...scanOf(seat),
});

const scanOf = ({ scan }: ScannedRow): ScannedRow => (scan === undefined ? {} : { scan });

/** @param codeOf the keyed hash of the code of a guest */
export function offlineGuestRow(
  guest: OfflineGuest,
  codeOf: (guest: OfflineGuest) => string,
): OfflineGuestRow {
  const { invitation_id, user_id, ticket_type, has_seat, has_arrived } = guest;
  if (user_id !== null) {
    const unknown = { name: null, ticket_type: null, status: null };
    return { invitation_id, user_id, ...unknown, code: codeOf(guest), ...scanOf(guest) };
  }
  const name = [guest.first_name, guest.last_name].filter((part) => part !== null).join(' ');
  const seated = has_arrived ? 'in' : 'expected';
  return {
    invitation_id,
    user_id,
    name: name || null,
    ticket_type,
    status: has_seat ? seated : 'waitlisted',
    code: has_seat ? codeOf(guest) : null,
    ...scanOf(guest),
  };
}

/**
 * The first 40 bits of a MAC, which tell a hundred thousand tickets apart and are useless without the
 * ticket itself.
 */
export const OFFLINE_CODE_BYTES = 5;

/** The text of a ticket code that is hashed: without whitespace, in upper case. */
export const offlineListText = (code: string): string => code.replace(/\s/g, '').toUpperCase();

/** The most people whom a search at the door finds: as many as a device shows at once. */
export const MAX_CHECK_IN_MATCHES = 20;

/** An attendee or a guest whom a search at the door found, without contacts. */
export type DoorPerson = Pick<Attendee, 'checked_in_at' | 'waitlist_position'> & {
  readonly ticket_type: string | null;
  readonly user:
    | (Pick<Attendee, 'first_name' | 'last_name' | 'company' | 'job_title' | 'is_blocked'> & {
        readonly id: number;
      })
    | null;
  /** Of a guest, who has no account. */
  readonly invitation: DoorGuest | null;
  readonly status: Attendee['status'] | Invitee['status'];
  readonly claimed_by: ClaimMark | null;
  /** The latest scan at a checkpoint. */
  readonly checkpoint: PlacedScanMark | null;
};

/** As the attendee list has them, without scans. */
type FoundPerson = Omit<DoorPerson, 'checkpoint'>;

/** A row of the attendee list as the door sees it. */
export function doorPerson(row: Attendee | Omit<Invitee, 'email'>): FoundPerson {
  const { first_name, last_name, company, job_title } = row;
  const { status, waitlist_position, checked_in_at, ticket_type = null } = row;
  const place = { status, waitlist_position, checked_in_at, ticket_type };
  if (row.user_id !== null) {
    const { user_id: id, is_blocked, claimed_by = null } = row;
    const name = { first_name: first_name ?? '', last_name };
    const user = { id, ...name, company, job_title, is_blocked: is_blocked ?? false };
    return { user, invitation: null, ...place, claimed_by };
  }
  const { invitation_id: id, is_walk_in } = row;
  const invitation = { id, first_name, last_name, company, ticket_type, is_walk_in, checked_in_at };
  return { user: null, invitation, ...place, claimed_by: null };
}

/**
 * The best matches first: those with most words of the search as their name, then as the beginning of
 * their name. Those without a place come last, then the name decides.
 */
export function bestFirst(people: readonly FoundPerson[], q: string): FoundPerson[] {
  const wanted = wordsOf(q);
  return people
    .map((person) => ({ person, name: nameOf(person) }))
    .map(({ person, name }) => ({ person, name, score: scoreOf(wanted, wordsOf(name)) }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        Number(one.person.status === 'cancelled') - Number(other.person.status === 'cancelled') ||
        one.name.localeCompare(other.name),
    )
    .map(({ person }) => person);
}

const wordsOf = (text: string): readonly string[] => unmarked(text).split(/[\s\p{Pd}]+/u);

const nameOf = ({ user, invitation }: FoundPerson): string => {
  const { first_name, last_name } = user ?? invitation ?? { first_name: null, last_name: null };
  return [last_name, first_name].filter((part) => part !== null).join(' ');
};

const scoreOf = (wanted: readonly string[], name: readonly string[]): number =>
  wanted.reduce((sum, word) => {
    if (name.includes(word)) return sum + 2;
    return name.some((part) => part.startsWith(word)) ? sum + 1 : sum;
  }, 0);
