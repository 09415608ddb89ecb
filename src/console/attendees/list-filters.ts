import type { AdminConferenceAttendeePage, ClaimMark } from '../../client/operations.d.ts';
import type { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { dayPeriod } from '../lib/wall-time.ts';
import { useAnswers } from '../registration/answers.tsx';

type Params = Parameters<typeof api.url<'listAdminConferenceAttendees'>>[1];
type ApiSort = NonNullable<Params['sort']>;
type Counts = AdminConferenceAttendeePage['counts'];

/** What the list can show: attendees, guests who have not opened the app, or both. */
export const STATUSES = [
  'all',
  'attendees',
  'registered',
  'checked_in',
  'waitlisted',
  'cancelled',
  'invited',
  'withdrawn',
] as const satisfies readonly (NonNullable<Params['status']> | 'attendees')[];
export type Listed = (typeof STATUSES)[number];

/** Whether guests are in the list, which is sorted by the time of registration then. */
export const hasGuests = (status: Listed): boolean =>
  status === 'all' || status === 'invited' || status === 'withdrawn';
const SORTS = ['-registered_at'] as const satisfies readonly ApiSort[];
const ATTENDEE_SORTS = [
  'name',
  'company',
  'ticket_type',
  '-checked_in_at',
] as const satisfies readonly ApiSort[];
export type Sort = (typeof SORTS)[number] | (typeof ATTENDEE_SORTS)[number];

export const CLAIMS = ['username', 'link', 'ticket_code'] as const satisfies readonly ClaimMark[];
export const YES_NO = ['true', 'false'] as const;

/** The status, the order and the parameters of the list, from the address. */
export function useListFilters({ id, timezone }: Conference) {
  const { of, oneOf } = useFilters();
  const answers = useAnswers();
  const wanted = oneOf('sort', [...SORTS, ...ATTENDEE_SORTS]);
  const isOfAttendees = ATTENDEE_SORTS.some((one) => one === wanted);
  const listed = oneOf('status', STATUSES) ?? 'all';
  // An order that guests do not have leads to the attendees alone.
  const status: Listed = isOfAttendees && listed === 'all' ? 'attendees' : listed;
  const sort = isOfAttendees && hasGuests(status) ? undefined : wanted;
  const arrived = dayPeriod(of('arrived'), timezone);
  const isBlocked = oneOf('is_blocked', YES_NO);
  const params = {
    conference_id: id,
    status: status === 'attendees' ? undefined : status,
    sort,
    q: of('q')?.trim() || undefined,
    ticket_type: of('ticket_type'),
    claimed_by: oneOf('claimed_by', CLAIMS),
    is_blocked: isBlocked && isBlocked === 'true',
    ...answers,
    ...(arrived && { checked_in_from: arrived.from, checked_in_to: arrived.to }),
  } satisfies Params;
  return { status, params };
}

/** How many rows a status has without other filters; undefined where the service does not count. */
export function countOf(counts: Counts, status: Listed): number | undefined {
  const { registered, checked_in, waitlisted, cancelled, invited } = counts;
  const attendees = registered + checked_in + waitlisted + cancelled;
  if (status === 'withdrawn') return undefined;
  return { ...counts, attendees, all: attendees + invited }[status];
}
