import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { refresh } from '../lib/changes.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { say } from '../parts/toasts.tsx';

type Row = AdminConferenceAttendee;

export const refreshAttendees = () => refresh('attendees');

/** The name of an attendee or a guest, who can be without one. */
export const titleOf = ({ user, invitee }: Row): string =>
  nameOf(user ?? invitee) || t('attendees.unnamed');

/** What tells a row from all others. */
export const keyOf = ({ user, invitation_id }: Row): string =>
  user ? `user-${user.id}` : `guest-${invitation_id}`;

/** What names the attendee, or the guest, of a row: each row has one of the two ids. */
export const userOf = (conference_id: number, { user }: Row) => ({
  conference_id,
  user_id: user?.id ?? 0,
});
export const invitationOf = (conference_id: number, { invitation_id }: Row) => ({
  conference_id,
  invitation_id: invitation_id ?? 0,
});

/** As the door names an attendee or a guest. */
export const whoOf = ({ user, invitation_id }: Row) =>
  user ? { user_id: user.id } : { invitation_id: invitation_id ?? 0 };

/** Whether they are expected at the door: with a seat, and not arrived. */
export const isExpected = ({ status, checked_in_at, waitlist_position }: Row): boolean =>
  checked_in_at === null &&
  (status === 'registered' || (status === 'invited' && waitlist_position === null));

/** Whether they have a seat or wait for one. */
export const isWithdrawable = ({ status }: Row): boolean =>
  status !== 'cancelled' && status !== 'withdrawn';

/** Checks one in, with undo. @throws ApiError */
export async function checkIn(conference_id: number, row: Row): Promise<void> {
  const operation = { params: { conference_id }, body: whoOf(row) };
  await api.call('checkInConferenceAttendee', operation);
  sayDone(t('events.checked-in', { name: titleOf(row) }), () =>
    api.call('undoConferenceCheckIn', operation),
  );
}

/** Says what is done. The refusal of its undo is said, too. */
export function sayDone(text: string, undo: () => Promise<unknown>): void {
  say(text, () =>
    undo()
      .catch((error: unknown) => say(sentenceOf(error)))
      .then(refreshAttendees),
  );
}
