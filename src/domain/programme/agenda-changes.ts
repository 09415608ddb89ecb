import { hasEnded } from '../attendance/attendables.ts';
import type { AgendaItem } from './agenda.ts';
import type { SubjectChange } from './subject-changes.ts';

/** The fields whose change notifies people. */
const NOTICED_FIELDS = ['status', 'starts_at', 'ends_at', 'room'] as const;
type NotifiedField = (typeof NOTICED_FIELDS)[number];

/** An agenda item as a notice shows it. */
export interface NotifiedItem
  extends Pick<AgendaItem, 'id' | 'conference_id' | 'event_id' | 'title' | NotifiedField> {
  /** The zone of its event, else that of its conference. */
  readonly timezone: string;
}

/**
 * The change from `before` to `after`. Undefined for a change without a notice, and if the item has
 * ended before and after.
 */
export function agendaItemChange(
  before: NotifiedItem,
  after: NotifiedItem,
  now: Date,
): SubjectChange | undefined {
  if (hasEnded(before, now) && hasEnded(after, now)) return undefined;
  const isChanged = NOTICED_FIELDS.some((field) => before[field] !== after[field]);
  const isCancelled = after.status === 'cancelled';
  if (!isChanged || (isCancelled && before.status === 'cancelled')) return undefined;
  const { id, conference_id, event_id, title, timezone, room } = after;
  return {
    subject: `agenda_item:${id}`,
    type: isCancelled ? 'agenda_item_cancelled' : 'agenda_item_updated',
    data: { agenda_item_id: id, conference_id, event_id },
    before: fieldsOf(before),
    after: { title, timezone, place: room, event_id, ...fieldsOf(after) },
    concerns_at: before.starts_at < after.starts_at ? before.starts_at : after.starts_at,
    is_of_status: before.status !== after.status,
  };
}

const fieldsOf = ({ status, starts_at, ends_at, room }: NotifiedItem) => {
  return { status, starts_at, ends_at, room };
};

/** Changes of the items that are in both lists. */
export function notifiedChanges(
  before: readonly NotifiedItem[],
  after: readonly NotifiedItem[],
  now: Date,
): SubjectChange[] {
  const beforeById = new Map(before.map((item) => [item.id, item]));
  return after
    .map((item) => agendaItemChange(beforeById.get(item.id) ?? item, item, now))
    .filter((change) => change !== undefined);
}
