import type { Logger } from 'pino';
import { jobEnded } from '../lib/observations.ts';
import type { Job } from './job.ts';

/**
 * A job without retries that fails so often in a row, and for so long, does not recover by itself. A job
 * of each second fails five times while the database restarts.
 */
const MANY_FAILURES = 5;
const LONG_MS = 60_000;

/** The failures of a job since its last completed run. */
interface Failures {
  readonly since: number;
  readonly count: number;
  readonly isReported: boolean;
}

/** A queued job that a run was to complete. */
export interface Try {
  /** The number of tries that failed before. */
  readonly retryCount: number;
  readonly retryLimit: number;
}

/** Logs and publishes each run, because pg-boss does not log failures. */
export class JobLog {
  readonly #log: Logger;
  readonly #now: () => number;
  /** By job, in this process. */
  readonly #failures = new Map<string, Failures>();

  /** @param now a monotonic clock in milliseconds */
  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  completed({ name }: Pick<Job, 'name'>, report: object): void {
    this.#failures.delete(name);
    jobEnded.publish({ job: name, result: 'completed' });
    this.#log.info({ job: name, ...report }, 'job');
  }

  /** @param tries of the queued jobs of the run; none for a run that no queued job started */
  failed({ name, retry }: Pick<Job, 'name' | 'retry'>, err: unknown, tries: readonly Try[]): void {
    jobEnded.publish({ job: name, result: 'failed' });
    if (retry && tries.length > 0) this.#queuedFailed(name, err, tries);
    else this.#unqueuedFailed(name, err);
  }

  #queuedFailed(job: string, err: unknown, tries: readonly Try[]): void {
    const dead = tries.filter(({ retryCount, retryLimit }) => retryCount >= retryLimit);
    const [last] = dead;
    if (last) {
      for (const _ of dead) jobEnded.publish({ job, result: 'dead' });
      const fields = { job, jobs: dead.length, err };
      this.#log.error(fields, `job failed for good, after ${last.retryCount + 1} tries`);
    }
    const retried = tries.filter((one) => !dead.includes(one));
    if (retried.length === 0) return;
    const failed = Math.min(...retried.map(({ retryCount }) => retryCount));
    // The delay of pg-boss, whose jitter is drawn in the database.
    this.#log.warn(
      { job, try: failed + 1, err },
      `job failed, retrying in ${2 ** failed} to ${2 ** (failed + 1)} s`,
    );
  }

  /** The work is still due, so that the next run does it. */
  #unqueuedFailed(job: string, err: unknown): void {
    const now = this.#now();
    const { since, count, isReported } = this.#failures.get(job) ?? noFailures(now);
    const failures = count + 1;
    const isToReport = !isReported && failures >= MANY_FAILURES && now - since >= LONG_MS;
    this.#failures.set(job, { since, count: failures, isReported: isReported || isToReport });
    if (isToReport) this.#log.error({ job, err }, `job failed ${failures} times in a row`);
    else this.#log.warn({ job, err }, 'job failed, the next run does its work');
  }
}

const noFailures = (since: number): Failures => ({ since, count: 0, isReported: false });
