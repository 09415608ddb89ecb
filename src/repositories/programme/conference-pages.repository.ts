import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  ConferencePage,
  MarkInput,
  PageFields,
  PageKind,
} from '../../domain/programme/conference-pages.ts';
import { markInputs } from '../../domain/programme/conference-pages.ts';

interface PageOf {
  readonly id: number;
  readonly conference_id: number;
}

/** Information pages. Lock the conference first: it counts them, and keeps its rooms. */
export class ConferencePagesRepository extends OnDatabase {
  /** Locks the row FOR UPDATE. */
  async lock(of: PageOf): Promise<Pick<ConferencePage, 'id' | 'kind' | 'version'> | undefined> {
    return this.#table().where(of).forUpdate().first('id', 'kind', 'version');
  }

  /** The ids, in the order of the organizers. */
  async listIds(conference_id: number): Promise<number[]> {
    return this.#table().where({ conference_id }).orderBy(['position', 'id']).pluck('id');
  }

  /** Which of these ids are rooms of the conference. */
  async listRoomIds(conference_id: number, ids: readonly number[]): Promise<number[]> {
    return this.db('agenda_groups')
      .where({ conference_id, kind: 'room' })
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .pluck('id');
  }

  /**
   * Inserts one after the others. Returns its id.
   * @throws AppError CONFLICT for a second map
   */
  async insert(
    { conference_id, kind }: { readonly conference_id: number; readonly kind: PageKind },
    { translations, ...fields }: PageFields,
  ): Promise<number> {
    const position = this.#table()
      .where({ conference_id })
      .select(this.db.raw('coalesce(max(position) + 1, 0)'));
    const inserted = this.#table()
      .insert({
        ...{ conference_id, kind, position },
        ...fields,
        translations: JSON.stringify(translations),
      })
      .returning<{ id: number }[]>('id');
    const problem = 'this conference has a map';
    const rows = await orConflict(inserted, 'conference_pages_map_key', 'kind', problem);
    return onlyRow(rows).id;
  }

  /** Raises the version, also without fields, as the marks may have changed. */
  async update(id: number, { translations, ...fields }: Partial<PageFields>): Promise<void> {
    await this.#table()
      .where({ id })
      .update({
        ...fields,
        ...(translations && { translations: JSON.stringify(translations) }),
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      });
  }

  /** Puts the pages in the order of `ids`, and raises the version of those that move. Returns their number. */
  async updateOrder(ids: readonly number[]): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update conference_pages p
          set position = given.place - 1, version = p.version + 1, updated_at = now()
         from unnest(:ids::bigint[]) with ordinality as given (id, place)
        where p.id = given.id and p.position <> given.place - 1`,
      { ids: [...ids] },
    );
    return rowCount;
  }

  /** Inserts marks in this order. */
  async insertMarks(page_id: number, marks: readonly MarkInput[]): Promise<void> {
    await this.db.raw(
      `insert into page_marks (page_id, room_id, label, x, y)
       select :page_id::bigint, room_id, label, x, y
         from rows from (jsonb_to_recordset(:marks::jsonb)
                as (room_id bigint, label text, x smallint, y smallint))
              with ordinality as given (room_id, label, x, y, place)
        order by place`,
      { page_id, marks: JSON.stringify(markInputs(marks)) },
    );
  }

  async deleteMarks(page_id: number): Promise<void> {
    await this.db('page_marks').where({ page_id }).delete();
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  #table() {
    return this.db('conference_pages');
  }
}
