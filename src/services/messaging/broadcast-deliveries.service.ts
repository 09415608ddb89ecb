import type { Page, PageRequest } from '../../db/pages.ts';
import { type RecallStats, recallStatsOf } from '../../domain/messaging/broadcast-recalls.ts';
import {
  type BroadcastSeries,
  type BroadcastStats,
  statsOf,
} from '../../domain/messaging/broadcast-stats.ts';
import type { Broadcast, BroadcastDelivery } from '../../domain/messaging/broadcasts.ts';
import type {
  BroadcastDeliveryPosition,
  DeliveriesFilter,
} from '../../repositories/messaging/broadcasts.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { BroadcastsService } from './broadcasts.service.ts';

/** How the messages of a broadcast fare: statistics, and the delivery of each recipient. */
export class BroadcastDeliveriesService {
  readonly #deps;

  constructor(deps: { store: Store; broadcasts: BroadcastsService }) {
    this.#deps = deps;
  }

  /** Of a recalled job also its recall. @throws AppError NOT_FOUND */
  async stats(id: number): Promise<BroadcastStats & Partial<RecallStats>> {
    const job = await this.#deps.broadcasts.get(id);
    const { groups, seconds } = await this.#deps.store.read.broadcasts.findProgress(id);
    return { ...statsOf(job, groups, seconds), ...(await this.#recallOf(job)) };
  }

  async #recallOf({ id, recalled_at }: Broadcast): Promise<RecallStats | null> {
    if (recalled_at === null) return null;
    return recallStatsOf(await this.#deps.store.read.broadcasts.listRecallGroups(id, recalled_at));
  }

  /** The messages of a job by minute, at most 400 minutes from `start`; none before the job starts. */
  async listSeries(id: number, start: string | null): Promise<BroadcastSeries> {
    return start === null ? [] : this.#deps.store.read.broadcasts.listSeries(id, start);
  }

  /**
   * Lists the recipients of a job with their delivery status.
   * @throws AppError NOT_FOUND
   */
  async list(
    id: number,
    filter: DeliveriesFilter,
    request: PageRequest<BroadcastDeliveryPosition>,
  ): Promise<Page<BroadcastDelivery, BroadcastDeliveryPosition>> {
    const job = await this.#deps.broadcasts.get(id);
    return this.#deps.store.search(filter.q, (read) =>
      read.broadcasts.listDeliveries(job, filter, request),
    );
  }
}
