import type { Knex } from 'knex';
import { onlyRow } from '../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../db/slugs.ts';
import type { Event, EventChanges } from '../domain/events.ts';

/** All that is an `Event`. */
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
  'registration_closes_at',
  'source',
  'submitted_by',
  'rejection_reason',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Event)[];

/** Nobody but an administrator knows of the events `e` of a draft conference. */
export const NOT_OF_A_DRAFT = `not exists (
  select from conferences d where d.id = e.conference_id and d.status = 'draft')`;

/** A row to be; the columns that are left out have their defaults. */
export type NewEvent = EventChanges &
  Pick<Event, 'slug' | 'title' | 'status' | 'starts_at' | 'ends_at' | 'timezone' | 'source'>;

export class EventsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Whatever its status. */
  async find(id: number): Promise<Event | undefined> {
    return this.#table()
      .where({ id })
      .first(...EVENT_COLUMNS);
  }

  /** Locks the row until the transaction ends; whoever changes its attendances does so first. */
  async lock(id: number): Promise<Event | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...EVENT_COLUMNS);
  }

  /** Locks an event that people may know of: approved or cancelled, not of a draft conference. */
  async lockPublic(id: number): Promise<Event | undefined> {
    return this.#db('events as e')
      .where({ id })
      .whereIn('status', ['approved', 'cancelled'])
      .whereRaw(NOT_OF_A_DRAFT)
      .forUpdate('e')
      .first(...EVENT_COLUMNS);
  }

  /** Locks all that a person goes to or waits for and that has not ended, one after the other by id. */
  async lockComingOf(userId: number, now: string): Promise<Event[]> {
    const going = this.#db('event_attendances')
      .where({ user_id: userId })
      .whereNot('status', 'cancelled')
      .select('event_id');
    return this.#table()
      .whereIn('id', going)
      .where('ends_at', '>', now)
      .orderBy('id')
      .forUpdate()
      .select(...EVENT_COLUMNS);
  }

  async freeSlug(title: string): Promise<string> {
    return onlyRow(await this.freeSlugs([title]));
  }

  /** A free slug for each title, kept for this transaction; see `freeSlugsIn`. */
  async freeSlugs(titles: readonly string[]): Promise<string[]> {
    return freeSlugsIn(this.#db, { table: 'events', fallback: 'event' }, titles);
  }

  /** @throws AppError CONFLICT when another event has the slug */
  async insert(event: NewEvent): Promise<Event> {
    const inserted = this.#table().insert(event).returning<Event[]>(EVENT_COLUMNS);
    return onlyRow(await orSlugTaken('events', inserted));
  }

  /**
   * `edited` are the fields among the changes that no later import may overwrite.
   * @throws AppError CONFLICT when another event has the slug
   */
  async update(id: number, changes: EventChanges, edited: readonly string[]): Promise<Event> {
    const updated = this.#table()
      .where({ id })
      .update({
        ...changes,
        edited_fields: this.#db.raw(
          'array(select distinct unnest(edited_fields || ?::text[]) order by 1)',
          [[...edited]],
        ),
        updated_at: this.#db.fn.now(3),
      })
      .returning<Event[]>(EVENT_COLUMNS);
    return onlyRow(await orSlugTaken('events', updated));
  }

  /** Takes its attendances with it. */
  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** Has the next import of its feed leave this event out. */
  async noteDeletedFeedEvent(id: number): Promise<void> {
    const columns = [
      'feed_conference_id',
      'feed_uid',
      'feed_recurrence_id',
      'feed_title',
      'feed_starts_at',
    ];
    await this.#db(this.#db.raw(`deleted_feed_events (${columns.join(', ')})`)).insert(
      this.#table().where({ id }).select(columns),
    );
  }

  #table() {
    return this.#db('events');
  }
}
