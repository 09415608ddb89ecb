import { ATTENDED_WHEN, type AttendedWhen } from './attended-when.ts';
import { automatic } from './automatic.ts';

interface ConferenceRegistration {
  readonly conference_id: number;
  readonly when: AttendedWhen;
}

/** A seat at a conference, or a check-in there; by default the conference of the quest. */
export const conferenceRegistration = automatic<ConferenceRegistration>(
  ({ conference_id }) => ({ conference_id: conference_id ?? undefined, when: 'registered' }),
  ATTENDED_WHEN,
);
