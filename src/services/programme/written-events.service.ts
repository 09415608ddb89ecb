import { createHash } from 'node:crypto';
import type { FeedEvent } from '../../domain/programme/calendar-feeds.ts';
import { editedEventFields } from '../../domain/programme/edited-events.ts';
import type { ImportPlan } from '../../domain/programme/event-imports.ts';
import type { Event } from '../../domain/programme/events.ts';
import type { FeedKeys } from '../../domain/programme/feed-imports.ts';
import {
  type EventFieldChange,
  eventChanges,
  MAX_LISTED_CHANGES,
} from '../../domain/programme/import-changes.ts';
import { type ImportFindings, isFarMove } from '../../domain/programme/source-imports.ts';
import type { FeedColumns } from '../../repositories/programme/event-imports.repository.ts';
import type { Tx } from '../../repositories/store.ts';

/** Events before and after their statements: what changes, and the content of notices about it. */
export class WrittenEvents {
  readonly attended = { before: [] as Event[], after: [] as Event[] };
  /** By event, of the first that are listed. */
  readonly changes = new Map<number, readonly EventFieldChange[]>();
  readonly #tx: Tx;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  async during(
    batch: readonly { readonly id: number }[],
    write: (ids: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const ids = batch.map(({ id }) => id);
    const before = await this.#tx.events.listImported(ids);
    await write(ids);
    const after = await this.#tx.events.listImported(ids);
    this.attended.before.push(...before.filter(({ is_attended }) => is_attended));
    this.attended.after.push(...after.filter(({ is_attended }) => is_attended));
    const byId = new Map(after.map((event) => [event.id, event]));
    for (const was of before) {
      const is = this.changes.size < MAX_LISTED_CHANGES && byId.get(was.id);
      if (is) this.changes.set(was.id, eventChanges(was, is));
    }
  }
}

/** The stored columns of an event of a feed. */
export const columnsOf = (
  event: FeedEvent,
  { status, cancelled_by_feed }: Pick<FeedColumns, 'status' | 'cancelled_by_feed'>,
): FeedColumns => ({
  ...feedColumnsOf(event),
  status,
  cancelled_by_feed,
  feed_recurrence_id: event.recurrence_id ?? '',
  feed_fingerprint: fingerprintOf(event),
  feed_revision: event.revision,
});

/** Those that the calendar sets. */
const feedColumnsOf = (event: FeedEvent) => ({
  title: event.title,
  description: event.description,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  all_day: event.all_day,
  timezone: event.timezone,
  venue_name: event.location,
  venue_latitude: event.latitude,
  venue_longitude: event.longitude,
  url: event.url,
  image_url: event.image_url,
  organizer: event.organizer,
  tags: event.tags,
});

/** Equal fingerprints mean that the calendar has not changed the event. */
export function fingerprintOf({ revision: _, ...event }: FeedEvent): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('base64url');
}

/** What moves far, and what stays as an administrator edited it. */
export async function findingsOf(
  tx: Tx,
  { match }: Pick<ImportPlan, 'match'>,
  keys: FeedKeys,
): Promise<Omit<ImportFindings, 'known'>> {
  const eventOf = new Map(match.map(({ event, stored }) => [stored.id, event]));
  const stored = match.length > 0 ? await tx.eventImports.listEdited([...eventOf.keys()]) : [];
  const edited = stored.flatMap((row) => {
    const event = eventOf.get(row.id);
    const fields = event ? editedEventFields(row, feedColumnsOf(event)) : [];
    if (!event || fields.length === 0) return [];
    const { agenda_item_id, title } = row;
    return [{ key: keys.get(event) ?? '', agenda_item_id, title, fields }];
  });
  return {
    moved_far: match.filter(({ event, stored }) => isFarMove(stored.starts_at, event.starts_at))
      .length,
    edited: edited.slice(0, MAX_LISTED_CHANGES),
    edited_fields: edited.reduce((sum, { fields }) => sum + fields.length, 0),
  };
}
