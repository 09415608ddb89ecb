import type { Knex } from 'knex';
import type { DeletedFeedEvent, StoredFeedEvent } from '../../domain/programme/event-imports.ts';
import type { Event } from '../../domain/programme/events.ts';

/** The columns that a feed fills. */
const FEED_COLUMNS = {
  title: 'text',
  description: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  all_day: 'boolean',
  timezone: 'text',
  venue_name: 'text',
  venue_latitude: 'double precision',
  venue_longitude: 'double precision',
  url: 'text',
  image_url: 'text',
  organizer: 'text',
  tags: 'text[]',
} as const;

/** An event as a feed has it, in our columns. */
export type FeedColumns = Readonly<Record<keyof typeof FEED_COLUMNS, unknown>> & {
  readonly feed_recurrence_id: string;
  readonly feed_fingerprint: string;
  readonly status: string;
  readonly cancelled_by_feed: boolean;
};

export interface NewFeedEvent extends FeedColumns {
  readonly slug: string;
  readonly feed_uid: string;
  readonly feed_variant: string;
}

export type ChangedFeedEvent = FeedColumns & { readonly id: number };

const COMMON = {
  ...FEED_COLUMNS,
  feed_recurrence_id: 'text',
  feed_fingerprint: 'text',
  status: 'text',
  cancelled_by_feed: 'boolean',
};
const INSERTED = {
  ...COMMON,
  slug: 'text',
  feed_uid: 'text',
  feed_variant: 'text',
};

const typed = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
const named = (columns: object) => Object.keys(columns).join(', ');

/** The fields, as an administrator names them, whose edit by hand protects a column. */
function protectorsOf(column: string): string {
  if (column.startsWith('venue_')) return '{venue}';
  // A start from the feed beside an end by hand could make an event end before it starts.
  if (column === 'starts_at' || column === 'ends_at') return '{starts_at,ends_at}';
  return `{${column}}`;
}

/** A column as the feed has it, unless an administrator edited it by hand. */
const unlessEdited = (column: string) =>
  `${column} = case when e.edited_fields && '${protectorsOf(column)}'::text[]
     then e.${column} else r.${column} end`;

/** The bulk side of events that come from outside calendars. */
export class EventImportsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Lets one import of a conference (null: of events without one) run at a time. */
  async lockImport(conference_id: number | null): Promise<void> {
    await this.#db.raw(`select pg_advisory_xact_lock(hashtext('event import'), ?::int)`, [
      // Two conferences that share a lock only wait for each other.
      (conference_id ?? 0) % 2_147_483_647,
    ]);
  }

  /** Locks them one after the other by id, as whoever locks several events does. */
  async lockStored(
    conference_id: number | null,
    uids: readonly string[],
  ): Promise<StoredFeedEvent[]> {
    return this.#db('events')
      .whereRaw('coalesce(feed_conference_id, 0) = ?', [conference_id ?? 0])
      .whereRaw('feed_uid = any(?::text[])', [[...uids]])
      .orderBy('id')
      .forUpdate()
      .select(
        'id',
        'feed_uid',
        'feed_recurrence_id',
        'feed_variant',
        'feed_fingerprint',
        'status',
        'cancelled_by_feed',
        'feed_title as title',
        'feed_starts_at as starts_at',
      );
  }

  async listDeleted(
    conference_id: number | null,
    uids: readonly string[],
  ): Promise<DeletedFeedEvent[]> {
    return this.#db('deleted_feed_events')
      .whereRaw('coalesce(feed_conference_id, 0) = ?', [conference_id ?? 0])
      .whereRaw('feed_uid = any(?::text[])', [[...uids]])
      .select(
        'feed_uid',
        'feed_recurrence_id',
        'feed_title as title',
        'feed_starts_at as starts_at',
      );
  }

  /** Their ids, in the order given. Slugs must be free. */
  async insertMany(
    conference_id: number | null,
    events: readonly NewFeedEvent[],
  ): Promise<number[]> {
    const { rows } = await this.#db.raw<{ rows: { id: number }[] }>(
      `insert into events (conference_id, feed_conference_id, source, feed_title, feed_starts_at,
         ${named(INSERTED)})
       select :conference_id::bigint, :conference_id::bigint, 'extcal', title, starts_at,
         ${named(INSERTED)}
         from rows from (jsonb_to_recordset(:events::jsonb) as (${typed(INSERTED)}))
              with ordinality as r (${named(INSERTED)}, place)
        order by place
       returning id`,
      { conference_id, events: JSON.stringify(events) },
    );
    return rows.map(({ id }) => id);
  }

  /** What an administrator edited by hand stays. */
  async updateMany(events: readonly ChangedFeedEvent[]): Promise<void> {
    await this.#db.raw(
      `update events e
          set ${Object.keys(FEED_COLUMNS).map(unlessEdited).join(', ')},
              feed_recurrence_id = r.feed_recurrence_id, feed_title = r.title, feed_starts_at = r.starts_at,
              feed_fingerprint = r.feed_fingerprint, status = r.status,
              cancelled_by_feed = r.cancelled_by_feed, updated_at = now()
         from jsonb_to_recordset(:events::jsonb) as r (id bigint, ${typed(COMMON)})
        where e.id = r.id`,
      { events: JSON.stringify(events) },
    );
  }

  /** Which of these events are of the conference and not on its agenda, though nobody took them off. */
  async listOffAgenda(
    conference_id: number,
    ids: readonly number[],
  ): Promise<Pick<Event, 'id' | 'kind' | 'tags' | 'title'>[]> {
    return this.#db('events as e')
      .leftJoin('agenda_items as i', 'i.event_id', 'e.id')
      .where({ 'e.conference_id': conference_id, 'e.agenda_item_deleted': false })
      .whereRaw('e.id = any(?::bigint[])', [[...ids]])
      .whereNull('i.id')
      .select('e.id', 'e.kind', 'e.tags', 'e.title');
  }

  /** Has later imports leave an event off the agenda, or not any more. */
  async updateKeptOffAgenda(id: number, kept: boolean): Promise<void> {
    await this.#db('events').where({ id }).update({ agenda_item_deleted: kept });
  }
}
