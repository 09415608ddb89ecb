import type { JobList } from '../../domain/operations/queued-jobs.ts';

/**
 * A job with retries that failed for good is kept as a copy in `dead-jobs`, which remembers its source;
 * its own row is deleted within an hour.
 */
export const IS_DEAD = `j.name = 'dead-jobs'`;

/** SQL of the state of a job `j`. */
export const STATE = `case
  when ${IS_DEAD} and j.state in ('created', 'retry') then 'failed'
  when j.state in ('created', 'retry') then 'waiting'
  else j.state::text
end`;

/** SQL of the time of a job `j`, by which lists are sorted. */
export const CREATED_AT = 'coalesce(j.source_created_on, j.created_on)::timestamptz(3)';

/** SQL of the columns of a `QueuedJob` of `j`. Workers store no error of a run: it can hold personal data. */
export const COLUMNS = `j.id, coalesce(j.source_name, j.name) as name, ${STATE} as state,
  ${CREATED_AT} as created_at, j.start_after::timestamptz(3) as due_at,
  j.started_on::timestamptz(3) as started_at,
  coalesce(j.source_retry_count, j.retry_count) as retries,
  left(regexp_replace(coalesce(j.source_output, j.output) #>> '{value,message}', '\\s+', ' ', 'g'), 200)
    as error`;

/** SQL conditions of the jobs `j` of each list. */
export const LISTED: Readonly<Record<JobList, string>> = {
  failed: `(${IS_DEAD} and j.state in ('created', 'retry')
            or j.state = 'failed' and j.dead_letter is null)`,
  active: `j.state = 'active'`,
  late: `j.state in ('created', 'retry') and not ${IS_DEAD}
         and j.start_after < now() - interval '1 minute'`,
};
