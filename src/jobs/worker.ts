import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Store } from '../repositories/store.ts';
import type { BroadcastFanoutService } from '../services/messaging/broadcast-fanout.service.ts';
import type { DeliveriesService } from '../services/messaging/deliveries.service.ts';
import { createQueues } from './queue.ts';
import { runNotificationJob } from './run-notification-job.job.ts';
import { sendMessages } from './send-messages.job.ts';
import { sweepExpiredCounters } from './sweep-expired-counters.job.ts';

/** How often dead workers are looked for, in seconds; pg-boss looks once a minute unless told. */
const WATCH_SECONDS = 5;
/** How often a worker looks by itself for jobs whose time has come: nobody tells of those. */
const POLL = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
/** It goes on at once while there are two to be had: else each of many jobs waits for a look. */
const ON_AND_ON = { ...POLL, batchSize: 2, burstWhenBatchFull: true, perJobResults: true } as const;

export interface Worker {
  /**
   * Hands back what it has not begun, and what it has after `patienceMs`. Ends when nothing is under
   * way any more: no later than the slowest answer of the messenger.
   */
  stop(patienceMs: number): Promise<void>;
}

interface Deps {
  readonly store: Store;
  readonly services: {
    readonly deliveries: DeliveriesService;
    readonly broadcastFanout: BroadcastFanoutService;
  };
  readonly log: Logger;
}

/**
 * Works through the queue in PostgreSQL; any number of processes may do so at once.
 * @param databaseUrl must lead to sessions of their own, not to PgBouncer in transaction mode
 */
export async function startWorker(
  databaseUrl: string,
  { store, services, log }: Deps,
): Promise<Worker> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'hallway worker',
    max: 4,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    useListenNotify: true,
  });
  // Without a listener, a lost database connection would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue complains'));
  await boss.start();
  await createQueues(boss);
  const stopping = new AbortController();

  const underWay = new Set<Promise<void>>();

  const logged = (job: string, work: Promise<object>): Promise<void> => {
    const outcome = logOutcome(log, job, work).finally(() => underWay.delete(outcome));
    underWay.add(outcome);
    return outcome;
  };

  for (const { name, cron } of [sweepExpiredCounters, runNotificationJob, sendMessages]) {
    await boss.schedule(name, cron);
  }
  await boss.work(sweepExpiredCounters.name, () =>
    logged(sweepExpiredCounters.name, sweepExpiredCounters.run(store)),
  );
  await boss.work(runNotificationJob.name, ON_AND_ON, (jobs) =>
    oneByOne(jobs, ({ data }) =>
      logged(runNotificationJob.name, runNotificationJob.run(services, data, stopping.signal)),
    ),
  );
  // One run at a time in a process does for all that asked for one.
  await boss.work(sendMessages.name, { ...POLL, batchSize: 1_000 }, () =>
    logged(sendMessages.name, sendMessages.run(services, stopping.signal)),
  );

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
  jobs: readonly Job<unknown>[],
  run: (job: Job<unknown>) => Promise<void>,
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
