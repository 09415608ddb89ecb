import type { Page, PageRequest } from '../../db/pages.ts';
import { type RecallStats, recallStatsOf } from '../../domain/messaging/broadcast-recalls.ts';
import {
  type JobDelivery,
  type JobSeries,
  type JobStats,
  type NotificationJob,
  statsOf,
} from '../../domain/messaging/notification-jobs.ts';
import type {
  DeliveriesFilter,
  JobDeliveryPosition,
} from '../../repositories/messaging/notification-jobs.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { NotificationJobsService } from './notification-jobs.service.ts';

interface Deps {
  readonly store: Store;
  readonly notificationJobs: NotificationJobsService;
}

/** How the messages of a broadcast fare: statistics, and the delivery of each recipient. */
export class JobDeliveriesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Of a recalled job also its recall. @throws AppError NOT_FOUND */
  async stats(id: number): Promise<JobStats & Partial<RecallStats>> {
    const job = await this.#deps.notificationJobs.get(id);
    const { groups, seconds } = await this.#deps.store.read.notificationJobs.findProgress(id);
    return { ...statsOf(job, groups, seconds), ...(await this.#recallOf(job)) };
  }

  async #recallOf({ id, recalled_at }: NotificationJob): Promise<RecallStats | null> {
    if (recalled_at === null) return null;
    return recallStatsOf(
      await this.#deps.store.read.notificationJobs.listRecallGroups(id, recalled_at),
    );
  }

  /** The messages of a job by minute, at most 400 minutes from `start`; none before the job starts. */
  async listSeries(id: number, start: string | null): Promise<JobSeries> {
    return start === null ? [] : this.#deps.store.read.notificationJobs.listSeries(id, start);
  }

  /**
   * Lists the recipients of a job with their delivery status.
   * @throws AppError NOT_FOUND
   */
  async list(
    id: number,
    filter: DeliveriesFilter,
    request: PageRequest<JobDeliveryPosition>,
  ): Promise<Page<JobDelivery, JobDeliveryPosition>> {
    const job = await this.#deps.notificationJobs.get(id);
    return this.#deps.store.search(filter.q, (read) =>
      read.notificationJobs.listDeliveries(job, filter, request),
    );
  }
}
