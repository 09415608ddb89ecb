import { OnDatabase } from '../../db/on-database.ts';
import type { FeedRevision } from '../../domain/programme/calendar-feeds.ts';
import { protectorsOf } from '../../domain/programme/edited-events.ts';
import type {
  BroughtFeedEvent,
  DeletedFeedEvent,
  StoredFeedEvent,
} from '../../domain/programme/event-imports.ts';
import type { Event } from '../../domain/programme/events.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';

/** The columns that come from a feed. */
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

/** The columns of an imported event. */
export type FeedColumns = Readonly<Record<keyof typeof FEED_COLUMNS, unknown>> & {
  readonly feed_recurrence_id: string;
  readonly feed_fingerprint: string;
  readonly feed_revision: FeedRevision | null;
  readonly status: string;
  readonly cancelled_by_feed: boolean;
};

export interface NewFeedEvent extends FeedColumns {
  readonly slug: string;
  readonly feed_uid: string;
  readonly feed_variant: string;
}

/** An event with fields that an administrator edited. */
export type EditedFeedEvent = Readonly<Record<keyof typeof FEED_COLUMNS, unknown>> &
  Pick<Event, 'id' | 'title'> & {
    readonly edited_fields: readonly string[];
    /** Null for an event that is not on the agenda. */
    readonly agenda_item_id: number | null;
  };

export type ChangedFeedEvent = FeedColumns & { readonly id: number };

const COMMON = {
  ...FEED_COLUMNS,
  feed_recurrence_id: 'text',
  feed_fingerprint: 'text',
  feed_revision: 'jsonb',
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

/** The value of a column from the feed, unless an administrator edited it. */
const unlessEdited = (column: string) =>
  `case when e.edited_fields && '{${protectorsOf(column)}}'::text[]
     then e.${column} else r.${column} end`;

/** The origin of imported events. */
export interface FeedOrigin {
  /** Null for events without a conference. */
  readonly conference_id: number | null;
  /** Null for an uploaded file. */
  readonly url_hash: string | null;
}

/** Bulk statements for events of external calendars. */
export class EventImportsRepository extends OnDatabase {
  /** Allows one import per conference at a time; null is for events without a conference. */
  async lockImport(conference_id: number | null): Promise<void> {
    await this.db.raw(`select pg_advisory_xact_lock(hashtext('event import'), ?::int)`, [
      // Conferences whose ids collide here only wait for each other.
      (conference_id ?? 0) % 2_147_483_647,
    ]);
  }

  /** Locks imported events FOR UPDATE, in id order like every lock of several events. */
  async lockStored(
    conference_id: number | null,
    uids: readonly string[],
  ): Promise<StoredFeedEvent[]> {
    return this.db('events')
      .whereRaw('coalesce(feed_conference_id, 0) = ?', [conference_id ?? 0])
      .whereRaw('feed_uid = any(?::text[])', [[...uids]])
      .orderBy('id')
      .forUpdate()
      .select(
        'id',
        'conference_id',
        'feed_uid',
        'feed_recurrence_id',
        'feed_variant',
        'feed_fingerprint',
        'feed_revision',
        'status',
        'cancelled_by_feed',
        'feed_title as title',
        'feed_starts_at as starts_at',
      );
  }

  /** Those of these events with edited fields, and their agenda items. */
  async listEdited(ids: readonly number[]): Promise<EditedFeedEvent[]> {
    return this.db('events as e')
      .leftJoin('agenda_items as i', 'i.event_id', 'e.id')
      .whereRaw('e.id = any(?::bigint[])', [[...ids]])
      .whereRaw(`e.edited_fields <> '{}'`)
      .orderBy(['e.starts_at', 'e.id'])
      .select('e.id', 'e.edited_fields', 'i.id as agenda_item_id')
      .select(Object.keys(FEED_COLUMNS).map((column) => `e.${column}`));
  }

  async listDeleted(
    conference_id: number | null,
    uids: readonly string[],
  ): Promise<DeletedFeedEvent[]> {
    return this.db('deleted_feed_events')
      .whereRaw('coalesce(feed_conference_id, 0) = ?', [conference_id ?? 0])
      .whereRaw('feed_uid = any(?::text[])', [[...uids]])
      .select(
        'feed_uid',
        'feed_recurrence_id',
        'feed_title as title',
        'feed_starts_at as starts_at',
      );
  }

  /** Returns the new ids in the given order. Slugs must be free. */
  async insertMany(
    { conference_id, url_hash }: FeedOrigin,
    events: readonly NewFeedEvent[],
  ): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `insert into events (conference_id, feed_conference_id, feed_url_hash, source, feed_title,
         feed_starts_at, ${named(INSERTED)})
       select :conference_id::bigint, :conference_id::bigint, :url_hash, 'extcal', title, starts_at,
         ${named(INSERTED)}
         from rows from (jsonb_to_recordset(:events::jsonb) as (${typed(INSERTED)}))
              with ordinality as r (${named(INSERTED)}, place)
        order by place
       returning id`,
      { conference_id, url_hash, events: JSON.stringify(events) },
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Columns that an administrator edited keep their value. Raises the version of an event with another
   * value in one of the others.
   */
  async updateMany(events: readonly ChangedFeedEvent[]): Promise<void> {
    const columns = Object.keys(FEED_COLUMNS);
    const shown = [...columns, 'status'].map((column) => `e.${column}`);
    const wanted = [...columns.map(unlessEdited), 'r.status'];
    await this.db.raw(
      `update events e
          set ${columns.map((column) => `${column} = ${unlessEdited(column)}`).join(', ')},
              version = e.version
                + ((${shown.join(', ')}) is distinct from (${wanted.join(', ')}))::integer,
              feed_recurrence_id = r.feed_recurrence_id, feed_title = r.title, feed_starts_at = r.starts_at,
              feed_fingerprint = r.feed_fingerprint, feed_revision = r.feed_revision, status = r.status,
              cancelled_by_feed = r.cancelled_by_feed, updated_at = now()
         from jsonb_to_recordset(:events::jsonb) as r (id bigint, ${typed(COMMON)})
        where e.id = r.id`,
      { events: JSON.stringify(events) },
    );
  }

  /** Records the calendar that brought these events last. Equal rows are not touched. */
  async updateUrlHash(ids: readonly number[], url_hash: string): Promise<void> {
    await this.db('events')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .whereRaw('feed_url_hash is distinct from ?', [url_hash])
      .update({ feed_url_hash: url_hash });
  }

  /** Cancels approved events that their calendar no longer has. */
  async updateToCancelled(ids: readonly number[]): Promise<void> {
    await this.db('events')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .where({ status: 'approved' })
      .update({
        status: 'cancelled',
        cancelled_by_feed: true,
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      });
  }

  /** Records newer revisions of events that are otherwise unchanged. */
  async updateRevisions(
    events: readonly { readonly id: number; readonly feed_revision: FeedRevision }[],
  ): Promise<void> {
    await this.db.raw(
      `update events e set feed_revision = r.feed_revision
         from jsonb_to_recordset(:events::jsonb) as r (id bigint, feed_revision jsonb)
        where e.id = r.id`,
      { events: JSON.stringify(events) },
    );
  }

  /**
   * Pending and approved events that earlier imports of the same origin brought, sorted by start.
   * @param conference_ids those of the events now; null for all
   */
  async listBrought(
    { conference_id, url_hash }: FeedOrigin,
    conference_ids: readonly number[] | null,
  ): Promise<BroughtFeedEvent[]> {
    const query = this.db('events')
      .whereRaw('coalesce(feed_conference_id, 0) = ?', [conference_id ?? 0])
      .whereNotNull('feed_uid')
      .whereRaw('feed_url_hash is not distinct from ?', [url_hash])
      .whereIn('status', ['pending', 'approved'])
      .orderBy(['starts_at', 'id'])
      .select('id', 'feed_uid', 'feed_recurrence_id', 'title', 'starts_at', 'status');
    inConferences(query, 'conference_id', conference_ids);
    return query;
  }

  /** The names of all tracks of the agenda of a conference, the oldest spelling first. */
  async listTracks(conference_id: number): Promise<string[]> {
    return this.db('agenda_items')
      .where({ conference_id })
      .whereNotNull('track')
      .groupBy('track')
      .orderByRaw('min(id)')
      .pluck('track');
  }

  /** The events of the conference that are not on its agenda and were never removed from it. */
  async listMissingFromAgenda(
    conference_id: number,
    ids: readonly number[],
  ): Promise<Pick<Event, 'id' | 'kind' | 'tags' | 'title'>[]> {
    return this.db('events as e')
      .leftJoin('agenda_items as i', 'i.event_id', 'e.id')
      .where({ 'e.conference_id': conference_id, 'e.agenda_item_deleted': false })
      .whereRaw('e.id = any(?::bigint[])', [[...ids]])
      .whereNull('i.id')
      .select('e.id', 'e.kind', 'e.tags', 'e.title');
  }

  /** Later imports add no agenda item for an event while this is true. */
  async updateAgendaItemDeleted(id: number, deleted: boolean): Promise<void> {
    await this.db('events').where({ id }).update({ agenda_item_deleted: deleted });
  }
}
