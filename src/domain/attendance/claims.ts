import { unmarked } from '../../lib/unmarked.ts';
import type { TryLimit } from '../operations/rate-limit-counters.ts';
import type { Conference } from '../programme/conferences.ts';
import { type Attendance, type AttendanceStatus, holdsSeat } from './attendances.ts';
import type { ClaimProof } from './claim-marks.ts';
import type { Invitation } from './invitations.ts';

/** A ticket code that is shorter is printed where others see it, and can be guessed: it needs a name. */
const SECRET_CODE_LENGTH = 16;

const HOUR_MS = 3_600_000;

/** The name of a person's counter of wrong claims. */
export const CLAIM_TRIES = 'claims';

/**
 * The limits of wrong claims, as the specification has them. After many from one address, only accounts
 * that made one are refused there: a venue shares its address. After many of one conference, its ticket
 * codes rest, while links still work.
 *
 * @param of.personKeys of the counter `CLAIM_TRIES`
 */
export function claimLimits(of: {
  readonly personKeys: readonly string[];
  readonly address: string;
  readonly conferenceId: number;
  readonly proof: ClaimProof;
}): readonly TryLimit[] {
  const person = { keys: of.personKeys, limit: 10, windowMs: HOUR_MS };
  const address = {
    keys: [`claims-by-address:${of.address}`],
    limit: 100,
    windowMs: HOUR_MS / 6,
    sparesNew: true,
  };
  const conference = {
    keys: [`claims-by-conference:${of.conferenceId}`],
    limit: 300,
    windowMs: HOUR_MS,
  };
  return of.proof === 'link' ? [person, address] : [person, address, conference];
}

/** What a claimant says about the row beside its code. */
export interface ClaimWords {
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
}

/** Whether a ticket code, with the last name or the e-mail address of its row, may claim. */
export function isProved(
  { last_name, email_hash }: Pick<Invitation, 'last_name' | 'email_hash'>,
  given: {
    readonly code: string;
    readonly last_name: string | undefined;
    readonly emailHashes: readonly string[];
  },
): boolean {
  if (given.code.length >= SECRET_CODE_LENGTH) return true;
  if (email_hash !== null && given.emailHashes.includes(email_hash)) return true;
  if (last_name === null || given.last_name === undefined) return false;
  const name = foldedName(last_name);
  return name !== '' && name === foldedName(given.last_name);
}

/** Also without whitespace and hyphens. */
const foldedName = (name: string): string => unmarked(name).replace(/[\s\p{Pd}'’.]/gu, '');

/** What a claim does with the seats of its conference. */
export interface ClaimedSeat {
  readonly status: AttendanceStatus;
  /** The numbers that change: attendees, invitations with a seat, and seats that others can have. */
  readonly attendees: 0 | 1;
  readonly invited: 0 | 1;
  readonly freed: 0 | 1;
}

/**
 * Decides what becomes of the seat of an invitation and of the attendance of its claimant. A user who
 * has cancelled takes the seat again: they opened the link after that. A guest who has checked in stays
 * checked in.
 *
 * @param spots the number of free seats; null means unlimited, 0 also for a ticket type with a limit: who waits
 *   for one has no seat of it until it is their turn
 */
export function claimedSeat(
  { has_seat, checked_in_at }: Pick<Invitation, 'has_seat' | 'checked_in_at'>,
  current: Attendance['status'],
  spots: number | null,
): ClaimedSeat {
  const hasSeat = holdsSeat(current);
  const status = ((): AttendanceStatus => {
    if (checked_in_at !== null || current === 'checked_in') return 'checked_in';
    return hasSeat || has_seat || spots !== 0 ? 'registered' : 'waitlisted';
  })();
  const attendees = holdsSeat(status) && !hasSeat ? 1 : 0;
  const invited = has_seat ? 1 : 0;
  return { status, attendees, invited, freed: invited === 1 && attendees === 0 ? 1 : 0 };
}

/** A seat, or a place on the waitlist, that the claim of an invitation gave to a user. */
export interface ClaimedPlace {
  readonly user_id: number;
  readonly status: 'registered' | 'waitlisted';
}

export interface ConferenceClaims {
  readonly conference: Conference;
  readonly places: readonly ClaimedPlace[];
  /** The number of seats that are free now, because their user has one or has cancelled. */
  readonly freed: number;
}

/**
 * The seats and places that users got by their invitations to these conferences, sorted by start.
 */
export interface ClaimNotification {
  readonly conferences: readonly [Conference, ...Conference[]];
  readonly status: ClaimedPlace['status'];
  readonly userIds: readonly number[];
}

/**
 * At most two notices for each user, one for seats and one for places on the waitlist, whatever the
 * number of conferences. Users with the same notice share it.
 */
export function claimNotifications(claims: readonly ConferenceClaims[]): ClaimNotification[] {
  const places = claims
    .toSorted((a, b) => a.conference.starts_on.localeCompare(b.conference.starts_on))
    .flatMap(({ conference, places }) => places.map((place) => ({ ...place, conference })));
  const ofUsers = Map.groupBy(places, ({ user_id, status }) => `${status} ${user_id}`);
  const sameNotification = Map.groupBy(ofUsers.values(), (mine) =>
    JSON.stringify([mine[0]?.status, mine.map(({ conference }) => conference.id)]),
  );
  return [...sameNotification.values()].flatMap((users) => {
    const [first, ...others] = users[0] ?? [];
    if (!first) return [];
    const conferences = [first.conference, ...others.map(({ conference }) => conference)] as const;
    const userIds = users.flatMap((mine) => mine.slice(0, 1).map(({ user_id }) => user_id));
    return [{ conferences, status: first.status, userIds }];
  });
}
