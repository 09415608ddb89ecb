import type { Knex } from 'knex';
import type { ImportableItem, ImportedSpeaker } from '../../domain/programme/agenda-imports.ts';
import type { Speaker } from '../../domain/programme/speakers.ts';
import { AGENDA_ITEM_COLUMNS } from './agenda-items.repository.ts';

/** The columns that an import writes. */
const WRITTEN = {
  title: 'text',
  description: 'text',
  kind: 'text',
  track: 'text',
  room: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  language: 'text',
  url: 'text',
  links: 'jsonb',
  import_key: 'text',
} as const;
const NAMES = Object.keys(WRITTEN);
const TYPED = Object.entries(WRITTEN).map(([name, type]) => `${name} ${type}`);

export type ImportColumns = Pick<ImportableItem, keyof typeof WRITTEN>;
export type ChangedImport = ImportColumns & Pick<ImportableItem, 'id' | 'edited_fields'>;

/** The speakers of an item, in display order. */
export interface ItemSpeakers {
  readonly agenda_item_id: number;
  readonly speaker_ids: readonly number[];
}

export type LineupSpeaker = Pick<
  Speaker,
  'id' | 'name' | 'title' | 'company' | 'bio' | 'photo_url'
>;

/** Bulk statements for the agenda of one conference. Lock the conference first. */
export class AgendaImportsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Locks the items of a conference FOR UPDATE in id order; returns them by start. */
  async lockItems(conference_id: number): Promise<ImportableItem[]> {
    const columns = [...AGENDA_ITEM_COLUMNS, 'edited_fields', 'import_key'];
    const { rows } = await this.#db.raw<{ rows: ImportableItem[] }>(
      `with locked as (
         select * from agenda_items where conference_id = :conference_id order by id for update
       )
       select ${columns.map((column) => `i.${column}`).join(', ')},
              coalesce((select json_agg(x.speaker_id order by x.position)
                 from agenda_item_speakers x where x.agenda_item_id = i.id), '[]') as speaker_ids
         from locked i
        order by i.starts_at, i.id`,
      { conference_id },
    );
    return rows;
  }

  /** Returns the new ids in the given order. */
  async insertItems(conference_id: number, items: readonly ImportColumns[]): Promise<number[]> {
    const { rows } = await this.#db.raw<{ rows: { id: number }[] }>(
      `insert into agenda_items (conference_id, ${NAMES.join(', ')})
       select :conference_id::bigint, ${NAMES.join(', ')}
         from rows from (jsonb_to_recordset(:items::jsonb) as (${TYPED.join(', ')}))
              with ordinality as r (${NAMES.join(', ')}, place)
        order by place
       returning id`,
      { conference_id, items: JSON.stringify(items) },
    );
    return rows.map(({ id }) => id);
  }

  /** Also bumps `updated_at`, as the items' speakers may have changed. */
  async updateItems(items: readonly ChangedImport[]): Promise<void> {
    await this.#db.raw(
      `update agenda_items i
          set ${NAMES.map((name) => `${name} = r.${name}`).join(', ')},
              edited_fields = r.edited_fields, updated_at = now()
         from jsonb_to_recordset(:items::jsonb)
              as r (id bigint, edited_fields text[], ${TYPED.join(', ')})
        where i.id = r.id`,
      { items: JSON.stringify(items) },
    );
  }

  async deleteItemSpeakers(ids: readonly number[]): Promise<void> {
    await this.#db('agenda_item_speakers')
      .whereRaw('agenda_item_id = any(?::bigint[])', [[...ids]])
      .delete();
  }

  async insertItemSpeakers(items: readonly ItemSpeakers[]): Promise<void> {
    await this.#db.raw(
      `insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
       select r.agenda_item_id, s.id::bigint, s.position
         from jsonb_to_recordset(:items::jsonb) as r (agenda_item_id bigint, speaker_ids jsonb)
        cross join lateral jsonb_array_elements_text(r.speaker_ids)
              with ordinality as s (id, position)`,
      { items: JSON.stringify(items) },
    );
  }

  /** Locks the lineup of a conference FOR NO KEY UPDATE, in id order. */
  async lockLineup(conference_id: number): Promise<LineupSpeaker[]> {
    return this.#db('speakers as s')
      .whereIn(
        's.id',
        this.#db('conference_speakers').where({ conference_id }).select('speaker_id'),
      )
      .orderBy('s.id')
      .forNoKeyUpdate()
      .select('s.id', 's.name', 's.title', 's.company', 's.bio', 's.photo_url');
  }

  /** Adds new speakers to the lineup of a conference. Returns their ids in the given order. */
  async insertSpeakers(
    conference_id: number,
    speakers: readonly (ImportedSpeaker & Pick<Speaker, 'slug' | 'status'>)[],
  ): Promise<number[]> {
    const columns = ['slug', 'status', 'name', 'title', 'company', 'bio', 'photo_url'];
    const { rows } = await this.#db.raw<{ rows: { id: number }[] }>(
      `with created as (
         insert into speakers (${columns.join(', ')})
         select ${columns.join(', ')}
           from rows from (jsonb_to_recordset(:speakers::jsonb) as (
                  ${columns.map((column) => `${column} text`).join(', ')}))
                with ordinality as r (${columns.join(', ')}, place)
          order by place
         returning id
       ), mapped as (
         insert into conference_speakers (conference_id, speaker_id)
         select :conference_id::bigint, id from created
       )
       select id from created`,
      { conference_id, speakers: JSON.stringify(speakers) },
    );
    return rows.map(({ id }) => id);
  }

  /** Fills the empty fields of known speakers. */
  async updateSpeakers(
    speakers: readonly (ImportedSpeaker & Pick<Speaker, 'id'>)[],
  ): Promise<void> {
    const fields = ['title', 'company', 'bio', 'photo_url'];
    await this.#db.raw(
      `update speakers s
          set ${fields.map((name) => `${name} = coalesce(s.${name}, r.${name})`).join(', ')},
              updated_at = now()
         from jsonb_to_recordset(:speakers::jsonb)
              as r (id bigint, ${fields.map((name) => `${name} text`).join(', ')})
        where s.id = r.id`,
      { speakers: JSON.stringify(speakers) },
    );
  }
}
