import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { MessageWakeUpsService } from '../services/messaging/message-wake-ups.service.ts';
import type { Job, JobDeps } from './job.ts';
import { JobRuns } from './job-runs.ts';
import { JOBS } from './jobs.ts';
import { CONNECTION, createQueues, logErrors } from './queue.ts';

/** Runs a task one at a time. Calls during a run share the next run. */
export class CoalescedRuns {
  readonly #task: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(task: () => Promise<void>) {
    this.#task = task;
  }

  /** Resolves after a whole run that started after this call. */
  run(): Promise<void> {
    this.#next ??= this.#runAfter(this.#running);
    return this.#next;
  }

  async #runAfter(running: Promise<void> | undefined): Promise<void> {
    // A failed run is reported to its own callers.
    await Promise.allSettled([running]);
    this.#running = this.#next;
    this.#next = undefined;
    await this.#task();
  }
}

/** The interval of the search for dead workers; pg-boss's default is a minute. */
const SUPERVISE_SECONDS = 5;
/** A job starts at most a second after its commit. */
const POLL = {
  pollingIntervalSeconds: 1,
  perJobResults: true,
  includeMetadata: true,
} as const;
/** With two jobs per fetch, a full batch makes pg-boss fetch again without waiting for a poll. */
const EACH = { ...POLL, batchSize: 2, burstWhenBatchFull: true } as const;
/** The time that the jobs of a partly started worker may take to finish. */
const START_FAILED_MS = 8_000;
const MERGED = { ...POLL, batchSize: 1_000 } as const;

export interface Worker {
  /**
   * Stops fetching jobs and returns unfinished ones to the queue after `timeoutMs`. Resolves when no
   * run is left, at the latest after the messenger's slowest answer.
   */
  stop(timeoutMs: number): Promise<void>;
}

interface Deps extends JobDeps {
  readonly wakeUps: MessageWakeUpsService;
  readonly log: Logger;
}

/**
 * Starts a worker. Any number of processes can work on the same queues.
 * @param databaseUrl must not lead through PgBouncer in transaction mode
 */
export async function startWorker(
  databaseUrl: string,
  { log, wakeUps, ...deps }: Deps,
): Promise<Worker> {
  const boss = await startBoss(databaseUrl, log);
  const runs = new JobRuns(deps, log);

  const work = async (job: Job) => {
    if (job.schedule) await boss.schedule(job.name, job.schedule);
    if (job.concurrency === 'merged') {
      const merged = new CoalescedRuns(() => runs.run(job, null));
      await boss.work(job.name, MERGED, (queued) => runs.settle(job, queued, merged.run()));
      if (job.isWokenByMessages)
        wakeUps.open(async () => void (await runs.wake(job, () => merged.run())));
      if (job.isDue) runs.poll(job, () => merged.run());
    } else {
      await boss.work(job.name, EACH, (queued) => runs.runInOrder(job, queued));
    }
  };
  const stop = async (timeoutMs: number) => {
    runs.stop();
    await Promise.all([wakeUps.close(), boss.stop({ graceful: true, timeout: timeoutMs })]);
    // pg-boss no longer waits for these runs, but they still record late answers of the messenger.
    await runs.ended();
  };
  try {
    for (const job of JOBS) await work(job);
  } catch (error) {
    // Throws the error that made the start fail.
    await stop(START_FAILED_MS).catch(() => {});
    throw error;
  }
  return { stop };
}

async function startBoss(databaseUrl: string, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    ...CONNECTION,
    connectionString: databaseUrl,
    application_name: 'hallway worker',
    max: 4,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  logErrors(boss, log);
  try {
    await boss.start();
    await createQueues(boss);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return boss;
}
