import { OnDatabase } from '../../db/on-database.ts';
import { IMPORTED_FIELDS, type Speaker } from '../../domain/programme/speakers.ts';

const FIELDS = IMPORTED_FIELDS.join(', ');
const TYPED = IMPORTED_FIELDS.map((name) => `${name} text`).join(', ');

/** The fields of a speaker in an import; an absent one keeps its value. */
type GivenFields = { readonly [Field in (typeof IMPORTED_FIELDS)[number]]?: string | undefined };

/** A speaker in an import whom the service knows already. */
export interface GivenSpeaker extends GivenFields, Pick<Speaker, 'id'> {
  /** Whether other values than empty ones are replaced, too. */
  readonly replaces: boolean;
}

/** The value of a field after an import: an administrator's stays. */
const imported = (field: string) =>
  `case when s.${field} is null or (r.replaces and not '${field}' = any(s.edited_fields))
     then coalesce(r.${field}, s.${field}) else s.${field} end`;

/** Bulk statements for the speakers of imported agendas. */
export class ImportedSpeakersRepository extends OnDatabase {
  /** Returns the new ids in the given order. */
  async insertMany(
    speakers: readonly (GivenFields & Pick<Speaker, 'slug' | 'status' | 'name'>)[],
  ): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `insert into speakers (slug, status, ${FIELDS})
       select slug, status, ${FIELDS}
         from rows from (jsonb_to_recordset(:speakers::jsonb) as (
                slug text, status text, ${TYPED}))
              with ordinality as r (slug, status, ${FIELDS}, place)
        order by place
       returning id`,
      { speakers: JSON.stringify(speakers) },
    );
    return rows.map(({ id }) => id);
  }

  /** Adds speakers to the lineup of a conference. Publishes added drafts unless it is a draft. */
  async insertLineup(conference_id: number, speakerIds: readonly number[]): Promise<void> {
    await this.db.raw(
      `with added as (
         insert into conference_speakers (conference_id, speaker_id)
         select :conference_id::bigint, id from unnest(:speakerIds::bigint[]) as id order by id
             on conflict (conference_id, speaker_id) do nothing
         returning conference_id, speaker_id
       )
       update speakers s set status = 'published', updated_at = now()
         from added a join conferences c on c.id = a.conference_id
        where s.id = a.speaker_id and s.status = 'draft' and c.status <> 'draft'`,
      { conference_id, speakerIds },
    );
  }

  /**
   * Fills the empty fields of known speakers and, where asked, replaces the others, except those that
   * an administrator edited. A speaker without a change is not touched. Bumps `updated_at` of the
   * agenda items that show a change. Returns the changed speakers.
   *
   * @param conference_ids a speaker of other conferences, too, is not touched; null for all
   */
  async updateMany(
    speakers: readonly GivenSpeaker[],
    conference_ids: readonly number[] | null,
  ): Promise<Pick<Speaker, 'id' | 'name' | 'slug'>[]> {
    const isOwn = `and not exists (
          select from conference_speakers o
           where o.speaker_id = s.id and o.conference_id <> all(:conference_ids::bigint[]))`;
    const row = (alias: string, fields: readonly string[] = IMPORTED_FIELDS) =>
      `(${fields.map((name) => `${alias}.${name}`).join(', ')})`;
    const wanted = IMPORTED_FIELDS.map(imported);
    const shown = IMPORTED_FIELDS.filter((name) => name !== 'bio');
    const { rows } = await this.db.raw<{ rows: Pick<Speaker, 'id' | 'name' | 'slug'>[] }>(
      `with changed as (
         update speakers s
            set ${IMPORTED_FIELDS.map((name, index) => `${name} = ${wanted[index]}`).join(', ')},
                version = s.version + 1, updated_at = now()
           from jsonb_to_recordset(:speakers::jsonb) as r (id bigint, replaces boolean, ${TYPED})
           join speakers b on b.id = r.id
          where s.id = r.id and ${row('s')} is distinct from (${wanted.join(', ')})
                ${conference_ids ? isOwn : ''}
         returning s.id, s.name, s.slug, ${row('s', shown)} is distinct from ${row('b', shown)} as is_shown
       ), touched as (
         update agenda_items i set updated_at = now()
          where i.id in (
            select t.agenda_item_id from agenda_item_speakers t
              join changed c on c.id = t.speaker_id and c.is_shown)
       )
       select id, name, slug from changed`,
      {
        speakers: JSON.stringify(speakers),
        ...(conference_ids && { conference_ids: [...conference_ids] }),
      },
    );
    return rows;
  }
}
