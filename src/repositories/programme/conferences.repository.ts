import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import type {
  Conference,
  ConferenceChanges,
  ConferenceContents,
  ConferenceInput,
} from '../../domain/programme/conferences.ts';
import { overCapacityAfter } from '../attendance/attendances.sql.ts';
import { isOpen, isWithdrawn } from '../attendance/invitations.sql.ts';

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
  'registration_mode',
  'registration_closes_at',
  'waitlist',
  'has_form',
  'has_ticket_types',
  'guests_per_person',
  'guest_claim_by',
  'transfers_until',
  'event_access',
  'ratings_need_check_in',
  'rating_ask',
  'show_interest',
  'broadcast_gap_minutes',
  'status',
  'attendee_count',
  'invited_count',
  'over_capacity_count',
  'ends_at',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Conference)[];

export class ConferencesRepository extends OnDatabase {
  /** A conference of any status. */
  async find(id: number): Promise<Conference | undefined> {
    return this.db('conferences')
      .where({ id })
      .first(...CONFERENCE_COLUMNS);
  }

  /**
   * Locks the row FOR NO KEY UPDATE, as all locks here do: a transaction that holds an event
   * references its conference when it updates the event again. Required before a change of its
   * attendances.
   */
  async lock(id: number): Promise<Conference | undefined> {
    return this.db('conferences')
      .where({ id })
      .forNoKeyUpdate()
      .first(...CONFERENCE_COLUMNS);
  }

  /** Locks a published or archived conference. */
  async lockPublic(id: number): Promise<Conference | undefined> {
    return this.db('conferences')
      .where({ id })
      .whereNot('status', 'draft')
      .forNoKeyUpdate()
      .first(...CONFERENCE_COLUMNS);
  }

  /** Locks, in id order, a user's conferences that have not ended (waitlisted included). */
  async lockAttendedBy(userIds: readonly number[], now: string): Promise<Conference[]> {
    const attended = this.db('registrations')
      .whereRaw('user_id = any(?::bigint[])', [[...userIds]])
      .whereNot('status', 'cancelled')
      .select('conference_id');
    return this.db('conferences')
      .whereIn('id', attended)
      .where('ends_at', '>', now)
      .orderBy('id')
      .forNoKeyUpdate()
      .select(...CONFERENCE_COLUMNS);
  }

  /**
   * The conferences whose seats an erasure of the user changes: those that have not ended, which they
   * attend or where they claimed an invitation by username, and those where an invitation by their
   * messenger id holds a seat.
   */
  async listIdsOf(userId: number, now: string): Promise<number[]> {
    const invited = this.db('registrations as i')
      .join('users as u', 'u.messenger_id', 'i.messenger_id')
      .where({ 'u.id': userId })
      .whereRaw(`${isOpen('i')} and holds_seat(i.status)`)
      .select('i.conference_id');
    const claimed = this.db('registrations as i')
      .where({ claimant_id: userId, messenger_id: null })
      .whereRaw(`not (${isWithdrawn('i')})`)
      .select('conference_id');
    const attended = this.db('registrations')
      .where({ user_id: userId })
      .whereNot('status', 'cancelled')
      .select('conference_id');
    return this.db('conferences')
      .where((on) =>
        on
          .where('ends_at', '>', now)
          .where((of) => of.whereIn('id', attended).orWhereIn('id', claimed)),
      )
      .orWhereIn('id', invited)
      .pluck('id');
  }

  /** Locks conferences, in id order. */
  async lockMany(ids: readonly number[]): Promise<void> {
    await this.db('conferences')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forNoKeyUpdate()
      .select('id');
  }

  /** The number of conferences that exist among these. */
  async countMany(ids: readonly number[]): Promise<number> {
    const rows = await this.db('conferences')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .count<{ count: number }[]>('id as count');
    return onlyRow(rows).count;
  }

  /** Whether any conference exists, drafts included. */
  async findAny(): Promise<boolean> {
    return (await this.db('conferences').first('id')) !== undefined;
  }

  /** A free slug for a name, reserved until the transaction ends; see `freeSlugsIn`. */
  async findFreeSlug(name: string): Promise<string> {
    return onlyRow(
      await freeSlugsIn(this.db, { table: 'conferences', fallback: 'conference' }, [name]),
    );
  }

  /** @throws AppError CONFLICT for a taken slug */
  async insert(conference: ConferenceInput & { readonly slug: string }): Promise<Conference> {
    const inserted = this.db('conferences')
      .insert(conference)
      .returning<Conference[]>(CONFERENCE_COLUMNS);
    return onlyRow(await orSlugTaken('conferences', inserted));
  }

  /**
   * Raises the version. A new capacity puts no further seat over the capacity.
   *
   * @throws AppError CONFLICT for a taken slug
   */
  async update(id: number, changes: ConferenceChanges): Promise<Conference> {
    const seats = overCapacityAfter(this.db, 'attendee_count + invited_count', changes);
    const updated = this.db('conferences')
      .where({ id })
      .update({
        ...changes,
        ...seats,
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      })
      .returning<Conference[]>(CONFERENCE_COLUMNS);
    return onlyRow(await orSlugTaken('conferences', updated));
  }

  /**
   * Bumps `updated_at` of the events, agenda items, quests and speakers of a conference, and with
   * `inCalendars` the revision that calendars show.
   */
  async updateContentTimestamps(
    id: number,
    { inCalendars }: { readonly inCalendars: boolean },
  ): Promise<void> {
    await this.db.raw(
      `with events_touched as (
         update events set updated_at = now(), revision = revision + :revised where conference_id = :id
       ), items_touched as (
         update agenda_items set updated_at = now(), revision = revision + :revised where conference_id = :id
       ), quests_touched as (
         update quests set updated_at = now() where conference_id = :id
       )
       update speakers set updated_at = now()
        where id in (select speaker_id from conference_speakers where conference_id = :id)`,
      { id, revised: inCalendars ? 1 : 0 },
    );
  }

  async countContents(id: number): Promise<ConferenceContents> {
    const { rows } = await this.db.raw<{ rows: ConferenceContents[] }>(
      `select
         (select count(*) from events where conference_id = :id) as events,
         (select count(*) from registrations
           where conference_id = :id and status <> 'cancelled' and user_id is not null) as attendees,
         (select count(*) from registrations i
           where conference_id = :id and ${isOpen('i')}) as invitations,
         (select count(*) from quests
           where conference_id = :id and deleted_at is null) as quests`,
      { id },
    );
    return onlyRow(rows);
  }

  /** Also deletes its agenda, attendances and invitations. Its events and quests must be deleted before. */
  async delete(id: number): Promise<void> {
    await this.db('conferences').where({ id }).delete();
  }
}
