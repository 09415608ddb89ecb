import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Job, JobDeps } from './job.ts';
import { JobLog } from './job-log.ts';

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
