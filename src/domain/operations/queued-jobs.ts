/**
 * - `waiting`: to be run, at once, later or again
 * - `failed`: for good; no worker runs it again by itself
 */
export const JOB_STATES = ['waiting', 'active', 'failed', 'completed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The lists of jobs. `late`: waiting, although due for more than a minute. */
export const JOB_LISTS = ['failed', 'active', 'late'] as const;
export type JobList = (typeof JOB_LISTS)[number];

/** A job of the queue, without its payload. */
export interface QueuedJob {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly created_at: string;
  /** When it may run, or might have run. */
  readonly due_at: string;
  /** Of the last run; null before the first. */
  readonly started_at: string | null;
  /** How many runs followed the first. */
  readonly retries: number;
  /** Why the queue gave up on the run, such as a worker that died; null if the run itself failed. */
  readonly error: string | null;
}

/** `created_at` and the id of the last row of a page. */
export type JobPosition = readonly [created_at: string, id: string];
