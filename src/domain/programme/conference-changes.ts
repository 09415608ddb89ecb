import { clockOffsetOf, instantAt } from '../../lib/time-zones.ts';
import { hasEnded } from '../attendance/attendables.ts';
import type { Conference } from './conferences.ts';

/** The fields whose change notifies people. */
const NOTICED_FIELDS = ['starts_on', 'ends_on', 'timezone', 'venue', 'city'] as const;
type NotifiedField = (typeof NOTICED_FIELDS)[number];

/** A conference as a notice shows it. */
export type NotifiedConference = Pick<
  Conference,
  'id' | 'name' | 'status' | 'ends_at' | NotifiedField
>;

/** The changed fields with their values before and after. */
export type ConferenceFieldChanges = {
  readonly [F in NotifiedField]?: { readonly from: Conference[F]; readonly to: Conference[F] };
};

/** The notice of a moved conference. */
export interface ConferenceNotification {
  readonly conference_id: number;
  /** The conference after the change. */
  readonly args: Pick<Conference, 'name' | 'starts_on' | 'ends_on'> & {
    readonly place: string | null;
  };
  readonly changes: ConferenceFieldChanges;
  /** The sooner of the starts before and after. */
  readonly concerns_at: string;
}

/**
 * The notice of the change from `before` to `after`. Undefined if neither days nor place changed, if
 * people do not see the conference, and if it has ended before and after.
 */
export function conferenceNotification(
  before: NotifiedConference,
  after: NotifiedConference,
  now: Date,
): ConferenceNotification | undefined {
  if (before.status !== 'published' || after.status !== 'published') return undefined;
  if (hasEnded(before, now) && hasEnded(after, now)) return undefined;
  const changed = NOTICED_FIELDS.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  const { name, starts_on, ends_on } = after;
  const [earlier, later] = [startOf(before), startOf(after)];
  return {
    conference_id: after.id,
    args: { name, starts_on, ends_on, place: placeOf(after) },
    changes: Object.fromEntries(
      changed.map((field) => [field, { from: before[field], to: after[field] }]),
    ),
    concerns_at: earlier < later ? earlier : later,
  };
}

/** The first moment of the first day. */
function startOf({ starts_on, timezone }: NotifiedConference): string {
  const midnight = Date.parse(`${starts_on}T00:00:00Z`);
  return new Date(instantAt(midnight, clockOffsetOf(timezone))).toISOString();
}

function placeOf({ venue, city }: NotifiedConference): string | null {
  const parts = [venue, city].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
