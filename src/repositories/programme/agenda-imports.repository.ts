import { OnDatabase } from '../../db/on-database.ts';
import type { ImportableItem, KnownItem } from '../../domain/programme/agenda-imports.ts';
import { AGENDA_ITEM_COLUMNS, SHOWN_STATUS } from './agenda-items.repository.ts';

/** The columns of a new item. */
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
  import_source: 'text',
} as const;
/** The further columns that an import changes in a known item. */
const CHANGED = {
  ...WRITTEN,
  status: 'text',
  cancelled_by_import: 'boolean',
  edited_fields: 'text[]',
} as const;

const namesOf = (columns: object) => Object.keys(columns).join(', ');
const typed = (columns: object) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

export type ImportColumns = Pick<ImportableItem, keyof typeof WRITTEN>;
export type ChangedImport = Pick<ImportableItem, 'id' | keyof typeof CHANGED>;

/** The speakers of an item, in display order. */
export interface ItemSpeakers {
  readonly agenda_item_id: number;
  readonly speaker_ids: readonly number[];
}

/** Items of a source, by how it brought them. */
interface FollowedItems {
  readonly conference_id: number;
  readonly ids: readonly number[];
  /** The end of the origin of its items. */
  readonly mark: string;
  /** Of the address of its events. */
  readonly url_hash: string;
}

/** Bulk statements for the agenda of one conference. Lock the conference first. */
export class AgendaImportsRepository extends OnDatabase {
  /** Locks the items of a conference FOR UPDATE in id order; returns them by start. */
  async lockItems(conference_id: number): Promise<KnownItem[]> {
    const { rows } = await this.db.raw<{ rows: KnownItem[] }>(
      `with locked as (
         select * from agenda_items where conference_id = :conference_id order by id for update
       )
       select i.id, i.title, i.kind, i.room, i.starts_at, i.import_key, i.import_source,
              i.edited_fields, ${SHOWN_STATUS}
         from locked i left join events e on e.id = i.event_id
        order by i.starts_at, i.id`,
      { conference_id },
    );
    return rows;
  }

  async listItems(ids: readonly number[]): Promise<ImportableItem[]> {
    const columns = [
      ...AGENDA_ITEM_COLUMNS,
      'edited_fields',
      'import_key',
      'import_source',
      'cancelled_by_import',
    ];
    const { rows } = await this.db.raw<{ rows: ImportableItem[] }>(
      `select ${columns.map((column) => `i.${column}`).join(', ')},
              coalesce((select json_agg(x.speaker_id order by x.position)
                 from agenda_item_speakers x where x.agenda_item_id = i.id), '[]') as speaker_ids
         from agenda_items i
        where i.id = any(:ids::bigint[])`,
      { ids },
    );
    return rows;
  }

  /** Returns the new ids in the given order. */
  async insertItems(conference_id: number, items: readonly ImportColumns[]): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `insert into agenda_items (conference_id, ${namesOf(WRITTEN)})
       select :conference_id::bigint, ${namesOf(WRITTEN)}
         from rows from (jsonb_to_recordset(:items::jsonb) as (${typed(WRITTEN)}))
              with ordinality as r (${namesOf(WRITTEN)}, place)
        order by place
       returning id`,
      { conference_id, items: JSON.stringify(items) },
    );
    return rows.map(({ id }) => id);
  }

  /** Raises the versions, also of equal rows, as the items' speakers may have changed. */
  async updateItems(items: readonly ChangedImport[]): Promise<void> {
    const set = Object.keys(CHANGED).map((name) => `${name} = r.${name}`);
    await this.db.raw(
      `update agenda_items i
          set ${set.join(', ')}, version = i.version + 1, updated_at = now()
         from jsonb_to_recordset(:items::jsonb) as r (id bigint, ${typed(CHANGED)})
        where i.id = r.id`,
      { items: JSON.stringify(items) },
    );
  }

  /**
   * Records the latest source of items. `updated_at` stays, because the API does not show the
   * source.
   */
  async updateSources(
    items: readonly Pick<ImportableItem, 'id' | 'import_source'>[],
  ): Promise<void> {
    await this.db.raw(
      `update agenda_items i set import_source = r.import_source
         from jsonb_to_recordset(:items::jsonb) as r (id bigint, import_source text)
        where i.id = r.id`,
      { items: JSON.stringify(items) },
    );
  }

  /** Cancels items that their source no longer has. */
  async updateToCancelled(ids: readonly number[]): Promise<void> {
    await this.db('agenda_items')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .update({
        status: 'cancelled',
        cancelled_by_import: true,
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      });
  }

  /**
   * Forgets which fields of the events of these items were edited, and what their calendar said last, so
   * that the next import writes them all. Lock the conference first.
   */
  async updateEventsFollowed(of: FollowedItems): Promise<void> {
    await this.db.raw(
      `update events e
          set edited_fields = '{}', feed_fingerprint = '', version = e.version + 1, updated_at = now()
         from agenda_items i
        where i.event_id = e.id and i.conference_id = :conference_id and i.id = any(:ids::bigint[])
          and e.feed_url_hash = :url_hash`,
      { ...of },
    );
  }

  /** Forgets which fields of these items were edited. Returns those that the source brought. */
  async updateFollowed(of: FollowedItems): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `update agenda_items i
          set edited_fields = '{}', version = i.version + 1, updated_at = now()
        where i.conference_id = :conference_id and i.id = any(:ids::bigint[])
          and case when i.event_id is null then i.import_source like '%' || :mark
                   else exists (select from events e
                                 where e.id = i.event_id and e.feed_url_hash = :url_hash) end
       returning i.id`,
      { ...of },
    );
    return rows.map(({ id }) => id);
  }

  async deleteItemSpeakers(ids: readonly number[]): Promise<void> {
    await this.db('agenda_item_speakers')
      .whereRaw('agenda_item_id = any(?::bigint[])', [[...ids]])
      .delete();
  }

  async insertItemSpeakers(items: readonly ItemSpeakers[]): Promise<void> {
    await this.db.raw(
      `insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
       select r.agenda_item_id, s.id::bigint, s.position
         from jsonb_to_recordset(:items::jsonb) as r (agenda_item_id bigint, speaker_ids jsonb)
        cross join lateral jsonb_array_elements_text(r.speaker_ids)
              with ordinality as s (id, position)`,
      { items: JSON.stringify(items) },
    );
  }
}
