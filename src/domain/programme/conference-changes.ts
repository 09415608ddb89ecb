import { clockOffsetOf, instantAt } from '../../lib/time-zones.ts';
import { hasEnded } from '../attendance/attendables.ts';
import type { ConferenceCancellationReason } from '../messaging/notifications.ts';
import type { Conference } from './conferences.ts';
import type { SubjectChange } from './subject-changes.ts';

/** The fields whose change notifies people. */
const NOTICED_FIELDS = ['starts_on', 'ends_on', 'timezone', 'venue', 'city'] as const;
type NotifiedField = (typeof NOTICED_FIELDS)[number];

/** A conference as a notice shows it. */
export type NotifiedConference = Pick<
  Conference,
  'id' | 'name' | 'status' | 'ends_at' | NotifiedField
>;

/**
 * The notice of the change from `before` to `after`. Undefined if neither days nor place changed, if
 * people do not see the conference, and if it has ended before and after.
 */
export function conferenceNotification(
  before: NotifiedConference,
  after: NotifiedConference,
  now: Date,
): SubjectChange | undefined {
  if (before.status !== 'published' || after.status !== 'published') return undefined;
  if (hasEnded(before, now) && hasEnded(after, now)) return undefined;
  if (NOTICED_FIELDS.every((field) => before[field] === after[field])) return undefined;
  const [earlier, later] = [startOf(before), startOf(after)];
  return {
    ...changeOf(before, after, 'conference_updated'),
    concerns_at: earlier < later ? earlier : later,
    is_of_status: false,
  };
}

/** The notice of the end of a conference. */
export const conferenceCancellation = (
  conference: NotifiedConference,
  reason: ConferenceCancellationReason,
): SubjectChange => ({
  ...changeOf({ ...conference, status: 'published' }, conference, 'conference_cancelled'),
  after: { name: conference.name, ...fieldsOf(conference), status: reason },
  concerns_at: null,
  is_of_status: true,
});

function changeOf(
  before: NotifiedConference,
  after: NotifiedConference,
  type: 'conference_updated' | 'conference_cancelled',
) {
  const { id, name } = after;
  return {
    subject: `conference:${id}`,
    type,
    data: { conference_id: id },
    before: fieldsOf(before),
    after: { name, ...fieldsOf(after) },
  };
}

const fieldsOf = (conference: NotifiedConference) => {
  const { status, starts_on, ends_on, timezone, venue, city } = conference;
  return { status, starts_on, ends_on, timezone, venue, city };
};

/** The first moment of the first day. */
export function startOf({
  starts_on,
  timezone,
}: Pick<NotifiedConference, 'starts_on' | 'timezone'>): string {
  const midnight = Date.parse(`${starts_on}T00:00:00Z`);
  return new Date(instantAt(midnight, clockOffsetOf(timezone))).toISOString();
}
