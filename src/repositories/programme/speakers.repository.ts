import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import {
  editedFieldsOf,
  type Speaker,
  type SpeakerChanges,
} from '../../domain/programme/speakers.ts';

/** The columns of a `Speaker`. */
export const SPEAKER_COLUMNS = [
  'id',
  'slug',
  'name',
  'title',
  'company',
  'bio',
  'photo_url',
  'is_featured',
  'socials',
  'user_id',
  'status',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Speaker)[];

/** The key of a lineup row. */
interface LineupKey {
  readonly speaker_id: number;
  readonly conference_id: number;
}

/** Speakers and the lineups of conferences. */
export class SpeakersRepository extends OnDatabase {
  /** Locks the row FOR NO KEY UPDATE: agenda items can still add the speaker. */
  async lock(id: number): Promise<Speaker | undefined> {
    return this.db('speakers')
      .where({ id })
      .forNoKeyUpdate()
      .first(...SPEAKER_COLUMNS);
  }

  /** Locks the row FOR UPDATE: agenda items cannot add the speaker until the transaction ends. */
  async lockExclusively(id: number): Promise<Speaker | undefined> {
    return this.db('speakers')
      .where({ id })
      .forUpdate()
      .first(...SPEAKER_COLUMNS);
  }

  /** Locks speakers FOR UPDATE, in id order. */
  async lockMany(ids: readonly number[]): Promise<Speaker[]> {
    return this.db('speakers')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forUpdate()
      .select(SPEAKER_COLUMNS);
  }

  /** Locks the agenda items of speakers FOR UPDATE, in id order. Lock them before the speakers. */
  async lockTalks(ids: readonly number[]): Promise<void> {
    const talks = this.db('agenda_item_speakers')
      .whereRaw('speaker_id = any(?::bigint[])', [[...ids]])
      .select('agenda_item_id');
    await this.db('agenda_items').whereIn('id', talks).orderBy('id').forUpdate().select('id');
  }

  /** The conferences whose lineup has one of these speakers. */
  async listConferenceIds(ids: readonly number[]): Promise<number[]> {
    return this.db('conference_speakers')
      .whereRaw('speaker_id = any(?::bigint[])', [[...ids]])
      .distinct()
      .orderBy('conference_id')
      .pluck('conference_id');
  }

  /** Locks the speaker of a user, if any, FOR NO KEY UPDATE. */
  async lockOfUser(user_id: number): Promise<void> {
    await this.db('speakers').where({ user_id }).forNoKeyUpdate().select('id');
  }

  /** A free slug for a name, reserved until the transaction ends; see `freeSlugsIn`. */
  async findFreeSlug(name: string): Promise<string> {
    return onlyRow(await this.findFreeSlugs([name]));
  }

  /** As `findFreeSlug`, in the order of the names. */
  async findFreeSlugs(names: readonly string[]): Promise<string[]> {
    return freeSlugsIn(this.db, { table: 'speakers', fallback: 'speaker' }, names);
  }

  /**
   * Imports keep the given fields.
   * @throws AppError CONFLICT if another speaker has the slug or the user
   */
  async insert(
    speaker: SpeakerChanges & Pick<Speaker, 'slug' | 'name' | 'status'>,
  ): Promise<Speaker> {
    const given = Object.entries(speaker).filter(([, value]) => value !== null);
    const edited_fields = editedFieldsOf(Object.fromEntries(given));
    const inserted = this.db('speakers')
      .insert({ ...columnsOf(speaker), edited_fields })
      .returning<Speaker[]>(SPEAKER_COLUMNS);
    return onlyRow(await orTaken(inserted));
  }

  /**
   * Raises the version, also without changes, as the speaker's lineups may have changed. Imports keep
   * the `edited` fields.
   * @throws AppError CONFLICT if another speaker has the slug or the user
   */
  async update(
    id: number,
    changes: SpeakerChanges,
    edited: readonly string[] = editedFieldsOf(changes),
  ): Promise<void> {
    const raised = {
      version: this.db.raw('version + 1'),
      updated_at: this.db.fn.now(3),
      edited_fields: this.db.raw(
        'array(select distinct unnest(edited_fields || ?::text[]) order by 1)',
        [[...edited]],
      ),
    };
    await orTaken(
      this.db('speakers')
        .where({ id })
        .update({ ...columnsOf(changes), ...raised }),
    );
  }

  /** Publishes the drafts in the lineup of a conference. */
  async updateLineupToPublished(conference_id: number): Promise<void> {
    const lineup = this.db('conference_speakers').where({ conference_id });
    await this.db('speakers')
      .where({ status: 'draft' })
      .whereIn('id', lineup.select('speaker_id'))
      .update({ status: 'published', updated_at: this.db.fn.now(3) });
  }

  /** Makes drafts of the speakers in the lineup of a conference whose conferences are all drafts. */
  async updateLineupToDrafts(conference_id: number): Promise<void> {
    const lineup = this.db('conference_speakers').where({ conference_id });
    const elsewhere = this.db('conference_speakers as m')
      .join('conferences as c', 'c.id', 'm.conference_id')
      .whereNot('c.status', 'draft')
      .whereRaw('m.speaker_id = speakers.id');
    await this.db('speakers')
      .where({ status: 'published' })
      .whereIn('id', lineup.select('speaker_id'))
      .whereNotExists(elsewhere)
      .update({ status: 'draft', updated_at: this.db.fn.now(3) });
  }

  /** Bumps `updated_at` of the agenda items of a speaker. */
  async updateTalkTimestamps(id: number): Promise<void> {
    const talks = this.db('agenda_item_speakers').where({ speaker_id: id });
    await this.db('agenda_items')
      .whereIn('id', talks.select('agenda_item_id'))
      .update({ updated_at: this.db.fn.now(3) });
  }

  /** The number of a speaker's agenda items at a conference. */
  async countTalks({ speaker_id, conference_id }: LineupKey): Promise<number> {
    const [row] = await this.db('agenda_item_speakers as t')
      .join('agenda_items as i', 'i.id', 't.agenda_item_id')
      .where({ 't.speaker_id': speaker_id, 'i.conference_id': conference_id })
      .count<{ talks: number }[]>({ talks: '*' });
    return row?.talks ?? 0;
  }

  /**
   * Adds a speaker to the lineup of a conference, or moves them to `position` if it is given.
   * Returns undefined if nothing changed.
   */
  async upsertConference(
    key: LineupKey,
    position: number | undefined,
  ): Promise<{ readonly position: number; readonly is_new: boolean } | undefined> {
    const { rows } = await this.db.raw<{ rows: { position: number; is_new: boolean }[] }>(
      `insert into conference_speakers as m (conference_id, speaker_id, position)
       values (:conference_id, :speaker_id, coalesce(:position::integer, 0))
       on conflict (conference_id, speaker_id)
         do update set position = excluded.position where m.position <> :position::integer
       -- Only an updated row has an xmax.
       returning m.position, m.xmax = 0 as is_new`,
      { ...key, position: position ?? null },
    );
    return rows[0];
  }

  /** Gives the talks of a speaker to another one, who may have some already. Returns the moved ones. */
  async updateTalks({ from, to }: { from: number; to: number }): Promise<number> {
    const shared = this.db('agenda_item_speakers')
      .where({ speaker_id: to })
      .select('agenda_item_id');
    return this.db('agenda_item_speakers')
      .where({ speaker_id: from })
      .whereNotIn('agenda_item_id', shared)
      .update({ speaker_id: to });
  }

  /** Adds a speaker to all lineups of another one. Returns the conferences of the other one. */
  async upsertLineups({ from, to }: { from: number; to: number }): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { conference_id: number }[] }>(
      `with added as (
         insert into conference_speakers (conference_id, speaker_id, position)
         select conference_id, :to::bigint, position from conference_speakers
          where speaker_id = :from order by conference_id
             on conflict (conference_id, speaker_id) do nothing
       )
       select conference_id from conference_speakers where speaker_id = :from
        order by conference_id`,
      { from, to },
    );
    return rows.map(({ conference_id }) => conference_id);
  }

  /** Removes a speaker from the lineup of a conference. Returns whether they were in it. */
  async deleteConference(key: LineupKey): Promise<boolean> {
    return (await this.db('conference_speakers').where(key).delete()) > 0;
  }

  /** Removes a speaker from all lineups. */
  async deleteConferences(speaker_id: number): Promise<void> {
    await this.db('conference_speakers').where({ speaker_id }).delete();
  }

  /** Also removes them from agenda items. Lineups report only those removed before as gone. */
  async delete(id: number): Promise<void> {
    await this.db('speakers').where({ id }).delete();
  }

  /** Unlinks the speaker of a user, for an erasure; the speaker stays. */
  async deleteUserLink(user_id: number): Promise<void> {
    await this.db('speakers')
      .where({ user_id })
      .update({ user_id: null, updated_at: this.db.fn.now(3) });
  }
}

const columnsOf = ({ socials, ...columns }: SpeakerChanges) => ({
  ...columns,
  ...(socials && { socials: JSON.stringify(socials) }),
});

const orTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(
    orSlugTaken('speakers', statement),
    'speakers_user_id_key',
    'user_id',
    'another speaker is already linked to this user',
  );
