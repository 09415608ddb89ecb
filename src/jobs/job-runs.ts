import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { jobEnded } from '../lib/observations.ts';
import type { Job, JobDeps } from './job.ts';

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

/** A due job starts at most this late: with its run, less than 2 seconds after the fact. */
const DUE_POLL_MS = 1_000;
/** The delay doubles up to this while the runs fail. */
const MAX_DUE_POLL_MS = 60_000;

type Queued = readonly JobWithMetadata<unknown>[];

/** The runs of the jobs of one worker, each of which is logged. */
export class JobRuns {
  readonly #deps: JobDeps;
  readonly #log: JobLog;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #polls: Promise<void>[] = [];

  constructor(deps: JobDeps, log: Logger) {
    this.#deps = deps;
    this.#log = new JobLog(log);
  }

  /** @throws the error of the run, which the caller logs with what happens next */
  run(job: Job, data: unknown): Promise<void> {
    const outcome = job
      .run(this.#deps, data, this.#stopping.signal)
      .then((report) => this.#log.completed(job, report))
      .finally(() => this.#running.delete(outcome));
    this.#running.add(outcome);
    return outcome;
  }

  /** Runs jobs in order, so that only failed ones are retried. */
  async runInOrder(job: Job, queued: Queued): Promise<JobResult[]> {
    const results: JobResult[] = [];
    for (const one of queued) {
      results.push(...(await this.settle(job, [one], this.run(job, one.data))));
    }
    return results;
  }

  /** The results of jobs by their run: without its error, which can hold personal data. */
  async settle(job: Job, queued: Queued, run: Promise<void>): Promise<JobResult[]> {
    const status = await run.then(
      () => 'completed' as const,
      (error) => {
        this.#log.failed(job, error, queued);
        return 'failed' as const;
      },
    );
    return queued.map(({ id }) => ({ id, status }));
  }

  /** Starts a run without a queued job. Returns whether it completed. */
  async wake(job: Job, run: () => Promise<void>): Promise<boolean> {
    if (this.#stopping.signal.aborted) return true;
    try {
      await run();
      return true;
    } catch (error) {
      this.#log.failed(job, error, []);
      return false;
    }
  }

  /** Checks each second whether the job is due, until `stop`. */
  poll(job: Job, run: () => Promise<void>): void {
    this.#polls.push(this.#poll(job, run));
  }

  /** Aborts the runs. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Resolves when no run is left. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#running, ...this.#polls]);
  }

  async #poll(job: Job, run: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    let delayMs = DUE_POLL_MS;
    while (!signal.aborted) {
      await sleep(delayMs, undefined, { signal }).catch(() => {});
      // The log of the outage contains the error of a database that is away.
      const isDue = await job.isDue?.(this.#deps).catch(() => false);
      const isDone = !isDue || (await this.wake(job, run));
      delayMs = isDone ? DUE_POLL_MS : Math.min(2 * delayMs, MAX_DUE_POLL_MS);
    }
  }
}
