import { setTimeout as sleep } from 'node:timers/promises';
import { type JobResult, PgBoss, type Job as QueuedJob } from 'pg-boss';
import type { Logger } from 'pino';
import { MergedRuns } from '../lib/merged-runs.ts';
import type { MessageWakeUpsService } from '../services/messaging/message-wake-ups.service.ts';
import type { Job, JobDeps } from './job.ts';
import { JOBS } from './jobs.ts';
import { CONNECTION, createQueues } from './queue.ts';

/** The interval of the search for dead workers; pg-boss's default is a minute. */
const SUPERVISE_SECONDS = 5;
/** The poll interval. pg-boss sends no notification when a delayed or scheduled job becomes due. */
const POLL = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
/** With two jobs per fetch, a full batch makes pg-boss fetch again without waiting for a poll. */
const EACH = { ...POLL, batchSize: 2, burstWhenBatchFull: true, perJobResults: true } as const;
/** How long the jobs of a worker that could not start completely may take to finish. */
const START_FAILED_MS = 8_000;
/** A due job starts at most this late: with its run, less than 2 seconds after the fact. */
const DUE_POLL_MS = 1_000;
const MERGED = { ...POLL, batchSize: 1_000 };

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
  const stopping = new AbortController();
  const runs = new Set<Promise<void>>();
  const polls: Promise<void>[] = [];

  const logged = (job: string, work: Promise<object>): Promise<void> => {
    const outcome = logOutcome(log, job, work).finally(() => runs.delete(outcome));
    runs.add(outcome);
    return outcome;
  };

  const run = (job: Job, data: unknown) => logged(job.name, job.run(deps, data, stopping.signal));

  const work = async (job: Job) => {
    if (job.schedule) await boss.schedule(job.name, job.schedule);
    if (job.concurrency === 'merged') {
      const merged = new MergedRuns(() => run(job, null));
      await boss.work(job.name, MERGED, () => merged.run());
      if (job.isWokenByMessages) wakeUps.open(() => wake(merged));
      if (job.isDue) polls.push(poll(job, () => wake(merged)));
    } else {
      await boss.work(job.name, EACH, (jobs) => runInOrder(jobs, ({ data }) => run(job, data)));
    }
  };
  const wake = async (merged: MergedRuns) => {
    // A failed run is logged; the next poll starts another.
    if (!stopping.signal.aborted) await merged.run().catch(() => {});
  };
  const poll = async (job: Job, onDue: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await sleep(DUE_POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
      // An unreachable database is reported by the health check.
      if (await job.isDue?.(deps).catch(() => false)) await onDue();
    }
  };
  const stop = async (timeoutMs: number) => {
    stopping.abort();
    await Promise.all([wakeUps.close(), boss.stop({ graceful: true, timeout: timeoutMs })]);
    // pg-boss no longer waits for these runs, but they still record late answers of the messenger.
    await Promise.allSettled([...runs, ...polls]);
  };
  try {
    for (const job of JOBS) await work(job);
  } catch (error) {
    // The error that made the start fail counts.
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
    useListenNotify: true,
  });
  // Without a listener, a lost database connection would crash the process.
  boss.on('error', (error) => log.warn({ err: error }, 'pg-boss error'));
  try {
    await boss.start();
    await createQueues(boss);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return boss;
}

/** Logs each run, because pg-boss does not log failures. */
async function logOutcome(log: Logger, job: string, work: Promise<object>): Promise<void> {
  try {
    log.info({ job, ...(await work) }, 'job');
  } catch (error) {
    log.warn({ job, err: error }, 'job failed, retrying');
    // pg-boss stores what is thrown, and an error of PostgreSQL quotes the row that it refused.
    throw new Error('the log has the error');
  }
}

/** Runs jobs in order. Each has its own result, so that only failed jobs are retried. */
async function runInOrder(
  jobs: readonly QueuedJob<unknown>[],
  run: (job: QueuedJob<unknown>) => Promise<void>,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const job of jobs) {
    const status = await run(job).then(
      () => 'completed' as const,
      () => 'failed' as const,
    );
    results.push({ id: job.id, status });
  }
  return results;
}
