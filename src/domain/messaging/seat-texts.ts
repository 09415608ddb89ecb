import type { Attendance } from '../attendance/attendances.ts';

/** A seat or a place on the waitlist that an administrator changed. */
export interface SeatChange {
  readonly userIds: readonly number[];
  readonly type: 'seat_given' | 'seat_taken';
  readonly status: Attendance['status'];
}

/** By type, and by whether the user is waitlisted now. The name of the attendable is appended. */
export const SEAT_TEXTS: Readonly<
  Record<`${SeatChange['type']}:${boolean}`, Readonly<Record<'title' | 'body', string>>>
> = {
  'seat_given:false': { title: 'You have a seat', body: 'The organizers registered you: ' },
  'seat_given:true': {
    title: 'You are on the waitlist',
    body: 'The organizers added you to the waitlist: ',
  },
  'seat_taken:false': {
    title: 'You no longer have a seat',
    body: 'The organizers cancelled your attendance: ',
  },
  'seat_taken:true': {
    title: 'You are on the waitlist',
    body: 'The organizers took your seat, and you are on the waitlist now: ',
  },
};

const MAX_NAMES = 3;

/** The names of conferences in one sentence: the first three, and the number of the others. */
export function namesOf(conferences: readonly { readonly name: string }[]): string {
  const names = conferences.map(({ name }) => name);
  const more = names.length - MAX_NAMES;
  if (more <= 0) return names.join(', ');
  return `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more`;
}
