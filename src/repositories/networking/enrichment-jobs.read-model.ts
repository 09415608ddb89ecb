import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type {
  EnrichmentJob,
  EnrichmentJobStatus,
} from '../../domain/networking/enrichment-jobs.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';

const KEYS = { id: 'j.id' } as const;

export interface EnrichmentJobsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: EnrichmentJobStatus | undefined;
  /** A user of the job who was not skipped when it was created. */
  readonly user_id?: number | undefined;
}

/** For each job `j` of the page only, since the order and the limit come first. */
const COUNTS = `
  left join lateral (
    select count(*) filter (where u.status in ('queued', 'running')) as queued,
           count(*) filter (where u.status = 'ready') as ready,
           count(*) filter (where u.status = 'failed') as failed,
           j.skipped + count(*) filter (where u.status = 'skipped') as skipped,
           case when count(u.user_id) = count(u.finished_at)
             then coalesce(max(u.finished_at), j.created_at) end as finished_at
      from enrichment_job_users u where u.job_id = j.id
  ) counts on true`;

const IS_RUNNING = `exists (
  select from enrichment_job_users u where u.job_id = j.id and u.finished_at is null)`;

/** Jobs that enrich users, with the counts of their users by result. */
export class EnrichmentJobsReadModel extends OnDatabase {
  async find(id: number): Promise<EnrichmentJob | undefined> {
    return this.#counted(this.db('enrichment_jobs as j').where('j.id', id)).first();
  }

  async list(
    { sort, status, user_id }: EnrichmentJobsFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<EnrichmentJob, SortPosition>> {
    // Unnamed, since few jobs are running as a rule, and a user is in few jobs or in most.
    const query = this.db('enrichment_jobs as j');
    if (status) query.whereRaw(status === 'running' ? IS_RUNNING : `not ${IS_RUNNING}`);
    if (user_id) {
      const ofUser = this.db('enrichment_job_users').where({ user_id });
      query.whereIn('j.id', ofUser.select('job_id'));
    }
    const sorting = { sort, keys: KEYS, id: 'j.id', counted: query.clone() };
    return sortedPage<EnrichmentJob, keyof typeof KEYS>(this.#counted(query), page, sorting);
  }

  #counted(jobs: Knex.QueryBuilder): Knex.QueryBuilder {
    const counts = ['queued', 'ready', 'failed', 'skipped', 'finished_at'] as const;
    return jobs
      .joinRaw(COUNTS)
      .select('j.id', 'j.is_forced', 'j.created_at')
      .select(counts.map((name) => `counts.${name}`));
  }
}
