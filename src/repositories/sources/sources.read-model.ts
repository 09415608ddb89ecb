import { OnDatabase } from '../../db/on-database.ts';
import {
  cursorPage,
  type List,
  MAX_ADMIN_TOTAL,
  type NumberedRequest,
  numberedPage,
  type Page,
  type PageRequest,
  queryList,
  totalOf,
} from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import type { SourceReport } from '../../domain/sources/source-reports.ts';
import type { SourceKind } from '../../domain/sources/sources.ts';
import type { SourceRun, SourceView } from '../../domain/sources/stored-sources.ts';
import { RUN_COLUMNS, SOURCE_COLUMNS } from './sources.sql.ts';

const RUN_IN_JSON = RUN_COLUMNS.map((column) =>
  column.endsWith('_at') ? `'${column}', instant_in_json(r.${column})` : `'${column}', r.${column}`,
).join(', ');

const VIEW = `
  select ${SOURCE_COLUMNS}, s.off_reason is null as is_enabled,
         (select json_build_object(${RUN_IN_JSON}) from source_runs r
           where r.source_id = s.id and r.status <> 'running' order by r.id desc limit 1) as last_run,
         (select r.id from source_runs r
           where r.source_id = s.id and r.status = 'waiting') as waiting_run_id
    from sources s
   where s.conference_id = :conference_id`;

export interface ReportedRun extends SourceRun {
  /** Null until something was imported, or tried. */
  readonly report: SourceReport | null;
}

/** Sources and their runs, as organizers see them. */
export class SourcesReadModel extends OnDatabase {
  /** The sources of these kinds, in the order of their creation. */
  async list(
    of: { readonly conference_id: number; readonly kinds: readonly SourceKind[] },
    page: NumberedRequest,
  ): Promise<Page<SourceView>> {
    const { conference_id } = of;
    const kinds = [...of.kinds];
    const list: List<SourceView> = {
      rows: async (at) => {
        const { rows } = await this.db.raw<{ rows: SourceView[] }>(
          `${VIEW} and s.kind = any(:kinds) order by s.id limit :limit offset :offset`,
          { conference_id, kinds, ...at },
        );
        return rows;
      },
      total: async (shown) => totalOf(shown ?? (await this.#count(conference_id, kinds))),
    };
    return numberedPage(list, page);
  }

  async find({
    id,
    conference_id,
  }: Pick<SourceView, 'id' | 'conference_id'>): Promise<SourceView | undefined> {
    const { rows } = await this.db.raw<{ rows: SourceView[] }>(`${VIEW} and s.id = :id`, {
      id,
      conference_id,
    });
    return rows[0];
  }

  async #count(conference_id: number, kinds: readonly SourceKind[]): Promise<number> {
    const rows = await this.db('sources')
      .where({ conference_id })
      .whereRaw('kind = any(?)', [[...kinds]])
      .count<{ count: number }[]>({ count: '*' });
    return onlyRow(rows).count;
  }

  /** Newest first. */
  async listRuns(source_id: number, page: PageRequest<number>): Promise<Page<SourceRun, number>> {
    const query = this.db('source_runs')
      .where({ source_id })
      .select([...RUN_COLUMNS])
      .orderBy('id', 'desc');
    const list = queryList<SourceRun, number>(query, { most: MAX_ADMIN_TOTAL }, (rows, after) => {
      rows.where('id', '<', after);
    });
    return cursorPage(list, page, ({ id }) => id);
  }

  async findRun(source_id: number, id: number): Promise<ReportedRun | undefined> {
    return this.db('source_runs')
      .where({ id, source_id })
      .first([...RUN_COLUMNS, 'report']);
  }

  /**
   * Items of the conference at the same time and with the same title that another origin brought.
   * @param origin of the items of a schedule, or the hash of the address of a calendar
   */
  async listSameSlots(
    conference_id: number,
    origin: string,
    limit: number,
  ): Promise<{ readonly title: string; readonly starts_at: string }[]> {
    const { rows } = await this.db.raw(
      `select min(i.title) as title, i.starts_at
         from agenda_items i
         left join events e on e.id = i.event_id
        cross join lateral (select coalesce(i.import_source, e.feed_url_hash) as origin) as of
        where i.conference_id = :conference_id and i.status = 'scheduled'
        group by lower(i.title), i.starts_at
       having bool_or(of.origin = :origin) and bool_or(of.origin <> :origin)
        order by i.starts_at, lower(i.title)
        limit :limit`,
      { conference_id, origin, limit },
    );
    return rows;
  }
}
