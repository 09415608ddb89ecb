import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import type {
  Conference,
  ConferenceChanges,
  ConferenceContents,
  ConferenceInput,
} from '../../domain/programme/conferences.ts';

/** The columns of a `Conference`. */
export const CONFERENCE_COLUMNS = [
  'id',
  'slug',
  'name',
  'description',
  'starts_on',
  'ends_on',
  'timezone',
  'venue',
  'city',
  'country',
  'website',
  'image_url',
  'capacity',
  'status',
  'attendee_count',
  'ends_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Conference)[];

export class ConferencesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** A conference of any status. */
  async find(id: number): Promise<Conference | undefined> {
    return this.#db('conferences')
      .where({ id })
      .first(...CONFERENCE_COLUMNS);
  }

  /** Locks the row FOR UPDATE. Required before a change of its attendances. */
  async lock(id: number): Promise<Conference | undefined> {
    return this.#db('conferences')
      .where({ id })
      .forUpdate()
      .first(...CONFERENCE_COLUMNS);
  }

  /** Locks a published or archived conference FOR UPDATE. */
  async lockPublic(id: number): Promise<Conference | undefined> {
    return this.#db('conferences')
      .where({ id })
      .whereNot('status', 'draft')
      .forUpdate()
      .first(...CONFERENCE_COLUMNS);
  }

  /** Locks FOR UPDATE, in id order, a user's conferences that have not ended (waitlisted included). */
  async lockAttendedBy(userId: number, now: string): Promise<Conference[]> {
    const attended = this.#db('conference_attendances')
      .where({ user_id: userId })
      .whereNot('status', 'cancelled')
      .select('conference_id');
    return this.#db('conferences')
      .whereIn('id', attended)
      .where('ends_at', '>', now)
      .orderBy('id')
      .forUpdate()
      .select(...CONFERENCE_COLUMNS);
  }

  /** The attended conferences of a user that have not ended, which an erasure changes. */
  async listIdsOf(userId: number, now: string): Promise<number[]> {
    const attended = this.#db('conference_attendances')
      .where({ user_id: userId })
      .whereNot('status', 'cancelled')
      .select('conference_id');
    return this.#db('conferences').whereIn('id', attended).where('ends_at', '>', now).pluck('id');
  }

  /** Locks conferences FOR UPDATE, in id order. */
  async lockMany(ids: readonly number[]): Promise<void> {
    await this.#db('conferences')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forUpdate()
      .select('id');
  }

  /** Whether any conference exists, drafts included. */
  async findAny(): Promise<boolean> {
    return (await this.#db('conferences').first('id')) !== undefined;
  }

  /** A free slug for a name, reserved until the transaction ends; see `freeSlugsIn`. */
  async findFreeSlug(name: string): Promise<string> {
    return onlyRow(
      await freeSlugsIn(this.#db, { table: 'conferences', fallback: 'conference' }, [name]),
    );
  }

  /** @throws AppError CONFLICT for a taken slug */
  async insert(conference: ConferenceInput & { readonly slug: string }): Promise<Conference> {
    const inserted = this.#db('conferences')
      .insert(conference)
      .returning<Conference[]>(CONFERENCE_COLUMNS);
    return onlyRow(await orSlugTaken('conferences', inserted));
  }

  /** @throws AppError CONFLICT for a taken slug */
  async update(id: number, changes: ConferenceChanges): Promise<Conference> {
    const updated = this.#db('conferences')
      .where({ id })
      .update({ ...changes, updated_at: this.#db.fn.now(3) })
      .returning<Conference[]>(CONFERENCE_COLUMNS);
    return onlyRow(await orSlugTaken('conferences', updated));
  }

  /** Bumps `updated_at` of the events, agenda items and speakers of a conference. */
  async updateContentTimestamps(id: number): Promise<void> {
    await this.#db.raw(
      `with events_touched as (
         update events set updated_at = now() where conference_id = :id
       ), items_touched as (
         update agenda_items set updated_at = now() where conference_id = :id
       ), quests_touched as (
         update quests set updated_at = now() where conference_id = :id
       )
       update speakers set updated_at = now()
        where id in (select speaker_id from conference_speakers where conference_id = :id)`,
      { id },
    );
  }

  async countContents(id: number): Promise<ConferenceContents> {
    const { rows } = await this.#db.raw<{ rows: ConferenceContents[] }>(
      `select
         (select count(*) from events where conference_id = :id) as events,
         (select count(*) from conference_attendances
           where conference_id = :id and status <> 'cancelled') as attendees,
         (select count(*) from conference_invitations
           where conference_id = :id and claimed_at is null) as invitations,
         (select count(*) from quests
           where conference_id = :id and deleted_at is null) as quests`,
      { id },
    );
    return onlyRow(rows);
  }

  /** Also deletes its agenda, attendances and invitations. Its events and quests must be deleted before. */
  async delete(id: number): Promise<void> {
    await this.#db('conferences').where({ id }).delete();
  }
}
