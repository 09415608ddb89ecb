import type { ApiEvent, Attendance, UserState } from '@hallway/client';
import type { IconName } from '../icons.tsx';
import { t } from '../lib/text.ts';
import { Mark, type Tone } from '../parts.tsx';

/** How often a place on a waitlist is read: it moves without a message. */
export const placeEvery = (of: readonly (Attendance | undefined)[] = []): number | false =>
  of.some((one) => one?.status === 'waitlisted') && 30_000;

/** The same for all that one attends. */
export const places = ({ state: { data } }: { state: { data?: UserState | undefined } }) =>
  placeEvery([...Object.values(data?.events ?? {}), ...Object.values(data?.conferences ?? {})]);

export const hasSeat = (attendance: Pick<Attendance, 'status'> | undefined): boolean =>
  attendance?.status === 'registered' || attendance?.status === 'checked_in';

interface SeatProps {
  readonly of: Pick<ApiEvent, 'registration_state' | 'spots_left'>;
  readonly attendance: Attendance | undefined;
}
/** What an event or the conference means to the reader: a seat, a place on the waitlist, or what is left. */
export function SeatText({ of: { registration_state: state, spots_left }, attendance }: SeatProps) {
  const fact = (icon: IconName, text: string, tone?: Tone) => (
    <Mark kind="fact" icon={icon} text={text} tone={tone} />
  );
  if (state === 'cancelled') return fact('x', t('event.cancelled'), 'warn');
  if (hasSeat(attendance)) return fact('check', t('event.seat'), 'good');
  if (attendance?.status === 'waitlisted') {
    const place = attendance.waitlist_position ?? 0;
    return fact('clock', t('event.place', { place }), 'warn');
  }
  if (state === 'waitlist') return fact('triangle-alert', t('event.full'), 'warn');
  if (state !== 'open') return fact('x', t('event.closed'));
  return spots_left === null ? null : fact('ticket', t('event.left', { count: spots_left }));
}
