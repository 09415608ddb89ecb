import type { z } from 'zod';
import type { Store } from '../repositories/store.ts';
import type { BroadcastFanoutService } from '../services/messaging/broadcast-fanout.service.ts';
import type { DeliveriesService } from '../services/messaging/deliveries.service.ts';

/** Everything that jobs work with. A job names those it needs. */
export interface JobDeps {
  readonly store: Store;
  readonly broadcastFanout: BroadcastFanoutService;
  readonly deliveries: DeliveriesService;
}

/**
 * How many runs of a job there are at a time.
 * - `singleton`: one in all workers together.
 * - `each`: a worker runs its waiting jobs one after the other; workers run side by side.
 * - `merged`: one run in a worker completes every job that waited for it.
 */
type Concurrency = 'singleton' | 'each' | 'merged';

/** A job as it is declared: the queue, the worker and `docs/jobs.md` come from here. */
export interface Job<Deps = JobDeps> {
  readonly name: string;
  /** One sentence for `docs/jobs.md`. */
  readonly summary: string;
  /** Enqueued as data. A scheduled run has `null`. */
  readonly payload: z.ZodType;
  /** A cron expression in UTC. */
  readonly schedule?: string;
  /** Whether a failed run is tried again; without, the next scheduled run makes up for it. */
  readonly retry: boolean;
  readonly concurrency: Concurrency;
  /**
   * @param data is checked against `payload`
   * @returns figures for the log
   * @throws ZodError for data that does not fit; the reason of `signal` where work remains
   */
  run(deps: Deps, data: unknown, signal: AbortSignal): Promise<object>;
}

interface Declaration<Deps, Payload extends z.ZodType> extends Omit<Job<Deps>, 'run'> {
  readonly payload: Payload;
  run(deps: Deps, payload: z.infer<Payload>, signal: AbortSignal): Promise<object>;
}

/** Declares a job. Add it to `JOBS`, and its payload to `JobPayloads` where code enqueues it. */
export const job = <Needs extends keyof JobDeps, Payload extends z.ZodType>(
  declaration: Declaration<Pick<JobDeps, Needs>, Payload>,
): Job<Pick<JobDeps, Needs>> => ({
  ...declaration,
  run: async (deps, data, signal) => declaration.run(deps, declaration.payload.parse(data), signal),
});
