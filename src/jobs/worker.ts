import { type JobResult, PgBoss, type Job as QueuedJob } from 'pg-boss';
import type { Logger } from 'pino';
import type { Job, JobDeps } from './job.ts';
import { JOBS } from './jobs.ts';
import { createQueues } from './queue.ts';

/** How often dead workers are looked for, in seconds; pg-boss looks once a minute unless told. */
const WATCH_SECONDS = 5;
/** How often a worker looks by itself for jobs whose time has come: nobody tells of those. */
const POLL = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
/** Fetches two at a time, and again at once while there are two: no waiting for the next poll. */
const EACH = { ...POLL, batchSize: 2, burstWhenBatchFull: true, perJobResults: true } as const;
const MERGED = { ...POLL, batchSize: 1_000 };

export interface Worker {
  /**
   * Hands back what it has not begun, and what it has after `patienceMs`. Ends when nothing is under
   * way any more: no later than the slowest answer of the messenger.
   */
  stop(patienceMs: number): Promise<void>;
}

interface Deps extends JobDeps {
  readonly log: Logger;
}

/**
 * Works through the queue in PostgreSQL; any number of processes may do so at once.
 * @param databaseUrl must lead to sessions of their own, not to PgBouncer in transaction mode
 */
export async function startWorker(databaseUrl: string, { log, ...deps }: Deps): Promise<Worker> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'hallway worker',
    max: 4,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    useListenNotify: true,
  });
  // Without a listener, a lost database connection would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'pg-boss error'));
  await boss.start();
  await createQueues(boss);
  const stopping = new AbortController();

  const underWay = new Set<Promise<void>>();

  const logged = (job: string, work: Promise<object>): Promise<void> => {
    const outcome = logOutcome(log, job, work).finally(() => underWay.delete(outcome));
    underWay.add(outcome);
    return outcome;
  };

  const run = (job: Job, data: unknown) => logged(job.name, job.run(deps, data, stopping.signal));

  for (const job of JOBS) {
    if (job.schedule) await boss.schedule(job.name, job.schedule);
    if (job.concurrency === 'merged') {
      await boss.work(job.name, MERGED, () => run(job, null));
    } else {
      await boss.work(job.name, EACH, (jobs) => oneByOne(jobs, ({ data }) => run(job, data)));
    }
  }

  return {
    async stop(patienceMs) {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: patienceMs });
      // The queue has let go of these; what the messenger answers late is written down all the same.
      await Promise.allSettled(underWay);
    },
  };
}

/** pg-boss tells nobody why a job failed. */
async function logOutcome(log: Logger, job: string, work: Promise<object>): Promise<void> {
  try {
    log.info({ job, ...(await work) }, 'job');
  } catch (error) {
    log.warn({ job, err: error }, 'job failed; it is tried again');
    throw error;
  }
}

/** A job that fails is tried again without the others. */
async function oneByOne(
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
