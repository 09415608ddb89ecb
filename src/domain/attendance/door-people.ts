import { folded } from '../../lib/folded.ts';
import type { Attendee, Invitee } from './attendees.ts';
import type { ClaimMark } from './claim-marks.ts';
import type { DoorGuest } from './guest-check-ins.ts';

/** The most people whom a search at the door finds: as many as a device shows at once. */
export const MAX_DOOR_PEOPLE = 20;

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
};

/** A row of the attendee list as the door sees it. */
export function doorPerson(row: Attendee | Omit<Invitee, 'email'>): DoorPerson {
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
export function bestFirst(people: readonly DoorPerson[], q: string): DoorPerson[] {
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

const wordsOf = (text: string): readonly string[] => folded(text).split(/[\s\p{Pd}]+/u);

const nameOf = ({ user, invitation }: DoorPerson): string => {
  const { first_name, last_name } = user ?? invitation ?? { first_name: null, last_name: null };
  return [last_name, first_name].filter((part) => part !== null).join(' ');
};

const scoreOf = (wanted: readonly string[], name: readonly string[]): number =>
  wanted.reduce((sum, word) => {
    if (name.includes(word)) return sum + 2;
    return name.some((part) => part.startsWith(word)) ? sum + 1 : sum;
  }, 0);
