import type { AudienceFilters } from '../messaging/notification-jobs.ts';

/** The users of a job: at most 1,000 ids, or an audience. */
export type EnrichmentSelection =
  | { readonly user_ids: readonly number[] }
  | { readonly filter: AudienceFilters }
  | { readonly all: true };

/** The counts of a job when it was created. */
export interface EnrichmentJobReceipt {
  readonly job_id: number;
  readonly queued: number;
  /** Unknown and unlisted users, users without consent, and unchanged profiles. */
  readonly skipped: number;
}

/** A job and its progress. */
export interface EnrichmentJob {
  readonly id: number;
  readonly is_forced: boolean;
  /** Users without a result. */
  readonly queued: number;
  readonly ready: number;
  readonly failed: number;
  /** Includes those that were skipped when the job was created. */
  readonly skipped: number;
  readonly created_at: string;
  /** Null until every user has a result. */
  readonly finished_at: string | null;
}

export const enrichmentJobView = ({ is_forced, ...job }: EnrichmentJob) => ({
  ...job,
  status: job.finished_at ? ('completed' as const) : ('running' as const),
  force: is_forced,
});
