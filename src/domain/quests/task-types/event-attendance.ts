import { ATTENDED_WHEN, type AttendedWhen } from './attended-when.ts';
import { automatic } from './automatic.ts';

interface EventAttendance {
  readonly event_id: number;
  readonly when: AttendedWhen;
}

/** A seat at an event, or a check-in there. */
export const eventAttendance = automatic<EventAttendance>(
  () => ({ event_id: undefined, when: 'registered' }),
  ATTENDED_WHEN,
);
