import { hasEnded } from '../attendance/attendables.ts';
import type { AgendaItem } from './agenda.ts';

/** An event or an agenda item as the text of a notice shows it. */
export interface EntitySnapshot {
  readonly title: string;
  /** An instant in ISO 8601, as `ends_at`. Texts show both in `timezone`. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  /** Absent for an agenda item. */
  readonly all_day?: boolean;
  /** Name or address of the venue, or the room. */
  readonly place: string | null;
  readonly status: string;
}

/** The fields whose change notifies people. */
const NOTICED_FIELDS = ['status', 'starts_at', 'ends_at', 'room'] as const;
type NotifiedField = (typeof NOTICED_FIELDS)[number];

/** An agenda item as a notice shows it. */
export interface NotifiedItem
  extends Pick<AgendaItem, 'id' | 'conference_id' | 'event_id' | 'title' | NotifiedField> {
  /** The zone of its event, else that of its conference. */
  readonly timezone: string;
}

/** The changed fields with their values before and after. */
export type NotifiedChanges = {
  readonly [F in NotifiedField]?: { readonly from: AgendaItem[F]; readonly to: AgendaItem[F] };
};

/** A change of an agenda item that people are notified of. */
export interface AgendaItemChange {
  readonly item: NotifiedItem;
  readonly type: 'agenda_item_updated' | 'agenda_item_cancelled';
  readonly changes: NotifiedChanges;
  /** The sooner of the starts before and after. */
  readonly concerns_at: string;
}

/**
 * The change from `before` to `after`. Undefined for a change without a notice, and if the item has
 * ended before and after.
 */
export function agendaItemChange(
  before: NotifiedItem,
  after: NotifiedItem,
  now: Date,
): AgendaItemChange | undefined {
  if (hasEnded(before, now) && hasEnded(after, now)) return undefined;
  const changed = NOTICED_FIELDS.filter((field) => before[field] !== after[field]);
  const isCancelled = after.status === 'cancelled';
  if (changed.length === 0 || (isCancelled && before.status === 'cancelled')) return undefined;
  return {
    item: after,
    type: isCancelled ? 'agenda_item_cancelled' : 'agenda_item_updated',
    changes: Object.fromEntries(
      changed.map((field) => [field, { from: before[field], to: after[field] }]),
    ),
    concerns_at: before.starts_at < after.starts_at ? before.starts_at : after.starts_at,
  };
}

/** Changes of the items that are in both lists. */
export function notifiedChanges(
  before: readonly NotifiedItem[],
  after: readonly NotifiedItem[],
  now: Date,
): AgendaItemChange[] {
  const beforeById = new Map(before.map((item) => [item.id, item]));
  return after
    .map((item) => agendaItemChange(beforeById.get(item.id) ?? item, item, now))
    .filter((change) => change !== undefined);
}

/** An agenda item as the text of a notice shows it. */
export const snapshotOf = (item: NotifiedItem): EntitySnapshot => ({
  title: item.title,
  starts_at: item.starts_at,
  ends_at: item.ends_at,
  timezone: item.timezone,
  place: item.room,
  status: item.status,
});
