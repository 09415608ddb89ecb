import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { SourceReport } from '../../domain/sources/source-reports.ts';
import type { RunStatus, SourceRun } from '../../domain/sources/stored-sources.ts';
import { RUN_COLUMNS } from './sources.sql.ts';

const KEPT_DAYS = 90;
const MOST_KEPT = 200;

/** How a run ended. */
export interface RunEnd extends Partial<Pick<SourceRun, 'counts' | 'error' | 'applied_by'>> {
  readonly status: Exclude<RunStatus, 'running'>;
  readonly content_hash?: Buffer;
  readonly report?: SourceReport;
}

interface RunOf {
  readonly id: number;
  readonly source_id: number;
}

/** The runs of sources. Lock the source first. */
export class SourceRunsRepository extends OnDatabase {
  async insert(
    run: Pick<SourceRun, 'source_id' | 'kind'> & { readonly is_dry_run?: boolean | undefined },
  ): Promise<SourceRun> {
    return onlyRow(
      await this.#table()
        .insert(run)
        .returning<SourceRun[]>([...RUN_COLUMNS]),
    );
  }

  async find({ id, source_id }: RunOf): Promise<SourceRun | undefined> {
    return this.#table()
      .where({ id, source_id })
      .first<SourceRun | undefined>([...RUN_COLUMNS]);
  }

  /** The hash of what a run read, and whether it waits. */
  async findContent({
    id,
    source_id,
  }: RunOf): Promise<(Pick<SourceRun, 'status'> & { content_hash: Buffer | null }) | undefined> {
    return this.#table().where({ id, source_id }).first('status', 'content_hash');
  }

  /** Whether a run of the source has not ended. */
  async findIsRunning(source_id: number): Promise<boolean> {
    return (await this.#table().where({ source_id, status: 'running' }).first('id')) !== undefined;
  }

  /** Whether an organizer asked for a run within the last minute. */
  async findIsTooSoon(source_id: number): Promise<boolean> {
    const found = await this.#table()
      .where({ source_id, kind: 'manual' })
      .whereRaw(`started_at > now() - interval '1 minute'`)
      .first('id');
    return found !== undefined;
  }

  /** The rows of the last list that was applied; null before the first one. */
  async findLastTotal(source_id: number): Promise<number | null> {
    const row = await this.#table()
      .where({ source_id, status: 'applied' })
      .orderBy('id', 'desc')
      .first<{ total: number } | undefined>(this.db.raw(`(counts ->> 'total')::integer as total`));
    return row?.total ?? null;
  }

  /** The runs of the last hour that applied themselves and changed something. */
  async countApplied(source_id: number): Promise<number> {
    const rows = await this.#table()
      .where({ source_id, status: 'applied', applied_by: null })
      .whereRaw(`finished_at > now() - interval '1 hour' and report -> 'rows' <> '[]'`)
      .count<{ count: number }[]>({ count: '*' });
    return onlyRow(rows).count;
  }

  async updateEnded(id: number, { counts, report, ...end }: RunEnd): Promise<void> {
    await this.#table()
      .where({ id })
      .update({
        ...end,
        ...(counts && { counts: JSON.stringify(counts) }),
        ...(report && { report: JSON.stringify(report) }),
        finished_at: this.db.raw('clock_timestamp()'),
      });
  }

  /** Ends what runs, because its worker was killed or stopped, or the source was changed. */
  async updateInterrupted(source_id: number): Promise<void> {
    await this.#table()
      .where({ source_id, status: 'running' })
      .update({
        status: 'failed',
        error: 'interrupted',
        finished_at: this.db.raw('clock_timestamp()'),
      });
  }

  /** Drops what waits, unless it is this one. */
  async updateDiscarded(source_id: number, except = 0): Promise<void> {
    await this.#table()
      .where({ source_id, status: 'waiting' })
      .whereNot({ id: except })
      .update({ status: 'discarded' });
  }

  /** Leaves the last unchanged run of a day. */
  async deleteUnchanged({ id, source_id }: RunOf): Promise<void> {
    await this.#table()
      .where({ source_id, status: 'unchanged' })
      .where('id', '<', id)
      .whereRaw(`started_at >= date_trunc('day', now(), 'UTC')`)
      .delete();
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** Leaves the newest 200 runs of a source. */
  async deleteExcess(source_id: number): Promise<void> {
    await this.db.raw(
      `delete from source_runs where source_id = :source_id and status <> 'waiting'
          and id <= (select id from source_runs where source_id = :source_id
                      order by id desc offset ${MOST_KEPT} limit 1)`,
      { source_id },
    );
  }

  /** Returns the number of runs that are older than 90 days. */
  async deleteOld(): Promise<number> {
    return this.#table().whereRaw(`started_at < now() - interval '${KEPT_DAYS} days'`).delete();
  }

  #table() {
    return this.db('source_runs');
  }
}
