import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Audience } from '../../domain/messaging/audiences.ts';
import {
  type CallResult,
  type EnrichmentInput,
  MAX_ATTEMPTS,
  type ProviderName,
} from '../../domain/networking/enrichments.ts';
import { audienceQuery } from '../messaging/audiences.sql.ts';
import { INPUT, INPUT_HASH, IS_ALLOWED, IS_CURRENT, IS_UNCHANGED } from './enrichments.sql.ts';

/** Longer than the longest call: after a worker was killed, another one takes its users over. */
const LEASE_SECONDS = 90;
/** A job of every user: inserting 100,000 rows takes seconds. */
const INSERT_MS = 60_000;
/** How long the progress of a job can be read. */
const KEPT_DAYS = 30;

interface UserKey {
  readonly job_id: number;
  readonly user_id: number;
}

/** A user whose profile this run must send now. */
export interface LeasedUser extends UserKey, EnrichmentInput {
  readonly input_hash: string;
  /** Includes the attempt about to be made. */
  readonly attempts: number;
  readonly invalid_answers: number;
}

interface LeasedRow extends LeasedUser {
  readonly status: 'running' | 'skipped' | 'failed';
}

export interface Claim {
  readonly users: readonly LeasedUser[];
  readonly skipped: readonly number[];
  /** The users whose workers died on each attempt. */
  readonly failed: readonly number[];
}

const CLAIM = `
  with taken as (
    select job_id, user_id from enrichment_job_users
     where status = 'queued' and due_at <= clock_timestamp()
     order by due_at, job_id, user_id
     limit :limit
       for update skip locked
  ),
  decided as (
    select taken.*, ${INPUT}, ${INPUT_HASH} as input_hash,
           case when not ${IS_ALLOWED} then 'skipped'
                when ${IS_CURRENT} and e.generated_at >= job.created_at and not job.is_forced
                  then 'skipped'
                when row.attempts >= ${MAX_ATTEMPTS} then 'failed'
                else 'running'
           end as decision
      from taken
      join enrichment_job_users row using (job_id, user_id)
      join enrichment_jobs job on job.id = taken.job_id
      join users u on u.id = taken.user_id
      left join enrichments e on e.user_id = taken.user_id
  )
  update enrichment_job_users row
     set status = decision,
         attempts = row.attempts + (decision = 'running')::int,
         run_id = case when decision = 'running' then :run_id::uuid end,
         leased_until = case when decision = 'running'
           then clock_timestamp() + ${LEASE_SECONDS} * interval '1 second' end,
         finished_at = case when decision <> 'running' then now() end
    from decided u
   where row.job_id = u.job_id and row.user_id = u.user_id
  returning row.job_id, row.user_id, row.status, row.attempts, row.invalid_answers,
            ${INPUT}, u.input_hash`;

/** Jobs that enrich many users, and the state of each user in them. */
export class EnrichmentJobsRepository extends OnDatabase {
  async insert(is_forced: boolean): Promise<{ id: number }> {
    return onlyRow(await this.#jobs().insert({ is_forced }).returning<{ id: number }[]>('id'));
  }

  /**
   * Queues those users of the audience whose profile may be read and, unless the job is forced, has
   * changed since it was enriched. Their enrichments become pending. Locks the users FOR KEY SHARE.
   */
  async insertUsers(
    job: { id: number; is_forced: boolean },
    { audience, now }: { audience: Audience; now: string },
    provider: { name: ProviderName; isOutside: boolean },
  ): Promise<{ matched: number; queued: number }> {
    await this.db.raw(`set local statement_timeout = ${INSERT_MS}`);
    const matched = audienceQuery(this.db, { audience, now })
      .leftJoin('enrichments as e', 'e.user_id', 'u.id')
      .select('u.id')
      .select(this.db.raw(`${IS_ALLOWED} as is_allowed`, { is_outside: provider.isOutside }))
      .select(this.db.raw(`${IS_UNCHANGED} as is_unchanged`))
      .orderBy('u.id')
      .forKeyShare('u');
    const { rows } = await this.db.raw<{ rows: { matched: number; queued: number }[] }>(
      `with matched as (?),
       queued as (
         insert into enrichment_job_users (job_id, user_id)
         select ?::bigint, id from matched where is_allowed and (? or not is_unchanged)
         returning user_id
       ),
       pending as (
         insert into enrichments (user_id, status, provider)
         select user_id, 'pending', ? from queued
         on conflict (user_id) do update set status = 'pending', error = null
       )
       select (select count(*) from matched) as matched, (select count(*) from queued) as queued`,
      [matched, job.id, job.is_forced, provider.name],
    );
    return onlyRow(rows);
  }

  async updateCounts(id: number, counts: { queued: number; skipped: number }): Promise<void> {
    await this.#jobs().where({ id }).update(counts);
  }

  /** Requeues the users whose worker died. */
  async updateExpiredLeases(): Promise<void> {
    await this.db.raw(
      `update enrichment_job_users set status = 'queued', run_id = null, leased_until = null
        where status = 'running' and leased_until <= clock_timestamp()`,
    );
  }

  /** Decides on at most `limit` due users, and leases those to send to this run. */
  async updateLeases(
    run_id: string,
    { limit, isOutside }: { limit: number; isOutside: boolean },
  ): Promise<Claim> {
    const { rows } = await this.db.raw<{ rows: LeasedRow[] }>(CLAIM, {
      run_id,
      limit,
      is_outside: isOutside,
    });
    const idsIn = (status: LeasedRow['status']) =>
      rows.filter((row) => row.status === status).map(({ user_id }) => user_id);
    return {
      users: rows.filter(({ status }) => status === 'running'),
      skipped: idsIn('skipped'),
      failed: idsIn('failed'),
    };
  }

  /** Milliseconds until the next queued user is due; undefined without one. */
  async findNextDueMs(): Promise<number | undefined> {
    const { rows } = await this.db.raw<{ rows: { due_ms: number }[] }>(
      `select greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as due_ms
         from enrichment_job_users where status = 'queued'
        order by due_at limit 1`,
    );
    return rows[0]?.due_ms;
  }

  /**
   * Records the result of a user that this run claimed. Returns false if the claim is gone: the
   * user deleted the enrichment, or another run took over after the lease.
   */
  async updateResult(
    run_id: string,
    { job_id, user_id }: UserKey,
    { status, delay_ms, is_counted, is_invalid }: CallResult,
  ): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: object[] }>(
      `update enrichment_job_users
          set status = :status, run_id = null, leased_until = null,
              attempts = attempts - (not :is_counted::boolean)::int,
              invalid_answers = invalid_answers + :is_invalid::boolean::int,
              due_at = clock_timestamp() + :delay_ms * interval '1 ms',
              finished_at = case when :status <> 'queued' then now() end
        where job_id = :job_id and user_id = :user_id and run_id = :run_id::uuid
       returning user_id`,
      { run_id, job_id, user_id, status, delay_ms, is_counted, is_invalid },
    );
    return rows.length > 0;
  }

  /** The user refused during the call. */
  async updateSkipped({ job_id, user_id }: UserKey): Promise<void> {
    await this.db('enrichment_job_users').where({ job_id, user_id }).update({ status: 'skipped' });
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('enrichment_job_users').where({ user_id }).delete();
  }

  /** Returns the number of deleted jobs. */
  async deleteOld(): Promise<number> {
    return this.#jobs()
      .whereRaw(`created_at < now() - ${KEPT_DAYS} * interval '1 day'`)
      .whereNotExists(
        this.db('enrichment_job_users as u')
          .whereRaw('u.job_id = enrichment_jobs.id')
          .whereNull('u.finished_at'),
      )
      .delete();
  }

  #jobs() {
    return this.db('enrichment_jobs');
  }
}
