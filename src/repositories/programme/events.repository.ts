import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import type { Changes } from '../../domain/changes.ts';
import type { AdminEvent, Event, EventChanges, ReadEvent } from '../../domain/programme/events.ts';
import { overCapacityAfter } from '../attendance/attendances.sql.ts';
import { conferenceStatus, notADraft } from './conferences.sql.ts';

/** The columns of an `Event`. */
export const EVENT_COLUMNS = [
  'id',
  'slug',
  'conference_id',
  'title',
  'description',
  'kind',
  'status',
  'starts_at',
  'ends_at',
  'all_day',
  'timezone',
  'venue_name',
  'venue_address',
  'venue_latitude',
  'venue_longitude',
  'image_url',
  'url',
  'organizer',
  'tags',
  'capacity',
  'attendee_count',
  'over_capacity_count',
  'registration_mode',
  'registration_closes_at',
  'waitlist',
  'has_form',
  'source',
  'submitted_by',
  'rejection_reason',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Event)[];

/** Absent columns get their defaults. */
export type NewEvent = EventChanges &
  Pick<Event, 'slug' | 'title' | 'status' | 'starts_at' | 'ends_at' | 'timezone' | 'source'> &
  Partial<Pick<AdminEvent, 'submitted_by' | 'contact'>>;

export class EventsRepository extends OnDatabase {
  /** An event of any status. */
  async find(id: number): Promise<Event | undefined> {
    return this.#table()
      .where({ id })
      .first(...EVENT_COLUMNS);
  }

  /** Locks the row FOR UPDATE. Required before a change of its attendances. */
  async lock(id: number): Promise<Event | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...EVENT_COLUMNS);
  }

  /** As `lock`, with the status of its conference, which is not locked. */
  async lockWithConferenceStatus(id: number): Promise<ReadEvent | undefined> {
    return this.db('events as e')
      .where({ id })
      .forUpdate('e')
      .first(...EVENT_COLUMNS, this.db.raw(conferenceStatus('e.conference_id')));
  }

  /** Locks a public event FOR UPDATE: approved or cancelled, and of no draft conference. */
  async lockPublic(id: number): Promise<Event | undefined> {
    return this.db('events as e')
      .where({ id })
      .whereRaw('is_public_event_status(e.status)')
      .whereRaw(notADraft('e.conference_id'))
      .forUpdate('e')
      .first(...EVENT_COLUMNS);
  }

  /**
   * Locks FOR UPDATE, in id order, a user's events that have not ended (waitlisted included); those of
   * one conference if it is given.
   */
  async lockAttendedBy(
    userIds: readonly number[],
    now: string,
    conferenceId?: number,
  ): Promise<Event[]> {
    const attended = this.db('event_attendances')
      .whereRaw('user_id = any(?::bigint[])', [[...userIds]])
      .whereNot('status', 'cancelled')
      .select('event_id');
    const events = this.#table()
      .whereIn('id', attended)
      .where('ends_at', '>', now)
      .orderBy('id')
      .forUpdate()
      .select(...EVENT_COLUMNS);
    if (conferenceId !== undefined) events.where({ conference_id: conferenceId });
    return events;
  }

  /** The events that an erasure of the user changes: attended ones to come, and submitted ones. */
  async listIdsOf(userId: number, now: string): Promise<number[]> {
    const attended = this.db('event_attendances')
      .where({ user_id: userId })
      .whereNot('status', 'cancelled')
      .select('event_id');
    return this.#table()
      .where((changed) => changed.whereIn('id', attended).where('ends_at', '>', now))
      .orWhere({ submitted_by: userId })
      .pluck('id');
  }

  /** Locks events FOR UPDATE, in id order. */
  async lockMany(ids: readonly number[]): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forUpdate()
      .select('id');
  }

  /** Locks all events of a conference FOR UPDATE, in id order. */
  async lockAllOf(conference_id: number): Promise<Event[]> {
    return this.#table()
      .where({ conference_id })
      .orderBy('id')
      .forUpdate()
      .select(...EVENT_COLUMNS);
  }

  /** Events, and whether they have attendees, waitlisted ones included. */
  async listImported(
    ids: readonly number[],
  ): Promise<(Event & { readonly is_attended: boolean })[]> {
    const isAttended = this.db.raw(
      `exists (select from event_attendances a where a.event_id = e.id and a.status <> 'cancelled') as is_attended`,
    );
    return this.db('events as e')
      .whereRaw('e.id = any(?::bigint[])', [[...ids]])
      .select(...EVENT_COLUMNS.map((column) => `e.${column}`), isAttended);
  }

  /** A user's pending side-event requests. */
  async listPendingOf(submitted_by: number): Promise<Event[]> {
    return this.#table()
      .where({ submitted_by, status: 'pending' })
      .select(...EVENT_COLUMNS);
  }

  async findFreeSlug(title: string): Promise<string> {
    return onlyRow(await this.findFreeSlugs([title]));
  }

  /** A free slug for each title, reserved until the transaction ends; see `freeSlugsIn`. */
  async findFreeSlugs(titles: readonly string[]): Promise<string[]> {
    return freeSlugsIn(this.db, { table: 'events', fallback: 'event' }, titles);
  }

  /** @throws AppError CONFLICT for a taken slug */
  async insert(event: NewEvent): Promise<Event> {
    const inserted = this.#table().insert(event).returning<Event[]>(EVENT_COLUMNS);
    return onlyRow(await orSlugTaken('events', inserted));
  }

  /**
   * Raises the version.
   *
   * @param edited API fields that later imports must not overwrite
   * @throws AppError CONFLICT for a taken slug
   */
  async update(
    id: number,
    changes: EventChanges & Changes<Pick<AdminEvent, 'rejection_reason' | 'contact'>>,
    edited: readonly string[],
  ): Promise<Event> {
    const updated = this.#table()
      .where({ id })
      .update({
        ...changes,
        ...overCapacityAfter(this.db, 'attendee_count', changes),
        edited_fields: this.db.raw(
          'array(select distinct unnest(edited_fields || ?::text[]) order by 1)',
          [[...edited]],
        ),
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      })
      .returning<Event[]>(EVENT_COLUMNS);
    return onlyRow(await orSlugTaken('events', updated));
  }

  /** Also deletes its attendances. Returns what it was. */
  async delete(id: number): Promise<Pick<Event, 'id' | 'conference_id' | 'source'> | undefined> {
    const rows = await this.#table()
      .where({ id })
      .delete()
      .returning<Event[]>(['id', 'conference_id', 'source']);
    return rows[0];
  }

  /** Also deletes their attendances. */
  async deleteAllOf(conference_id: number): Promise<void> {
    await this.#table().where({ conference_id }).delete();
  }

  /** Records the imported ones among these events, so that later imports skip them. */
  async insertDeletedFeedEvents(ids: readonly number[]): Promise<void> {
    const columns = [
      'feed_conference_id',
      'feed_uid',
      'feed_recurrence_id',
      'feed_title',
      'feed_starts_at',
    ];
    await this.db(this.db.raw(`deleted_feed_events (${columns.join(', ')})`)).insert(
      this.#table()
        .whereRaw('id = any(?::bigint[])', [[...ids]])
        .whereNotNull('feed_uid')
        // The feed of a deleted conference is not imported again.
        .whereRaw(
          `(feed_conference_id is null
            or exists (select from conferences c where c.id = feed_conference_id))`,
        )
        .select(columns),
    );
  }

  /** Clears the contact in all requests of a user, for an erasure. */
  async deleteContactsOf(submitted_by: number): Promise<void> {
    await this.#table().where({ submitted_by }).whereNotNull('contact').update({ contact: null });
  }

  /**
   * Deletes the requests of a user that were never published, and returns them. An approved event
   * never becomes pending or rejected again.
   */
  async deleteUnpublishedOf(submitted_by: number): Promise<Pick<Event, 'id' | 'conference_id'>[]> {
    return this.#table()
      .where({ submitted_by })
      .whereIn('status', ['pending', 'rejected'])
      .delete()
      .returning<Event[]>(['id', 'conference_id']);
  }

  #table() {
    return this.db('events');
  }
}
