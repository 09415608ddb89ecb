import type { AudienceFilters } from '../messaging/audiences.ts';

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

export const ENRICHMENT_JOB_STATUSES = ['running', 'completed'] as const;
export type EnrichmentJobStatus = (typeof ENRICHMENT_JOB_STATUSES)[number];

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

export interface EnrichmentJobView extends Omit<EnrichmentJob, 'is_forced'> {
  readonly status: EnrichmentJobStatus;
  readonly force: boolean;
}

export const enrichmentJobView = ({ is_forced, ...job }: EnrichmentJob): EnrichmentJobView => ({
  ...job,
  status: job.finished_at ? 'completed' : 'running',
  force: is_forced,
});
