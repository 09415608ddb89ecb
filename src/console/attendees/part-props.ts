import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';

/** What each dialog about one attendee or guest needs. */
export interface AttendeeProps {
  /** As it was read when the dialog opened. */
  readonly row: AdminConferenceAttendee;
  readonly conference: Conference;
  readonly close: () => void;
}
