import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { DeliveryStatus } from '../../domain/messaging/deliveries.ts';
import type { EndedStatus, WebhookDelivery } from '../../domain/webhooks/webhook-deliveries.ts';
import { checkShowsKind, type MessageKind } from '../../domain/webhooks/webhook-kinds.ts';
import { notFound } from '../../errors.ts';
import { firstMessageId } from '../../lib/message-ids.ts';
import type { Store } from '../../repositories/store.ts';
import type { DeliveryWithBody } from '../../repositories/webhooks/webhooks.read-model.ts';
import { checkIsOn } from './webhooks.service.ts';

export interface DeliveriesQuery {
  readonly status?: DeliveryStatus | undefined;
  readonly kind?: MessageKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The deliveries to send again: of these messages, or all of a status and a time. */
export type Replay =
  | { readonly message_ids: readonly string[] }
  | { readonly from: string; readonly to: string; readonly status: EndedStatus };

/** The most deliveries that one call sends again. */
export const MAX_REPLAYED = 10_000;

/** What was sent to endpoints, and what is to be sent again. */
export class WebhookDeliveriesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** The newest first. @throws AppError NOT_FOUND */
  async list(
    endpointId: number,
    { from, to, ...filter }: DeliveriesQuery,
    page: PageRequest<string>,
  ): Promise<Page<WebhookDelivery, string>> {
    if (!(await this.#store.webhookEndpoints.find(endpointId))) throw notFound('webhook');
    const between = { first_id: from && idAt(from), before_id: to && idAt(to) };
    return this.#store.read.webhooks.listDeliveries(endpointId, { ...filter, ...between }, page);
  }

  /**
   * With the bytes that were sent.
   * @throws AppError NOT_FOUND; FORBIDDEN for what the caller may not read
   */
  async get(
    { scopes }: Pick<Administrator, 'scopes'>,
    endpointId: number,
    messageId: string,
  ): Promise<DeliveryWithBody> {
    const delivery = await this.#store.read.webhooks.findDelivery(endpointId, messageId);
    if (!delivery) throw notFound('webhook message');
    checkShowsKind(scopes, delivery.kind, delivery.scope);
    return delivery;
  }

  /**
   * Sends ended deliveries again, with the same ids and bodies. Those that wait are not counted.
   * @throws AppError NOT_FOUND; WEBHOOK_OFF
   */
  async replay(
    by: Administrator,
    endpointId: number,
    replay: Replay,
  ): Promise<{ readonly queued: number; readonly missing: readonly string[] }> {
    return this.#store.transaction(async (tx) => {
      const endpoint = await tx.webhookEndpoints.lock(endpointId);
      if (!endpoint) throw notFound('webhook');
      checkIsOn(endpoint);
      const of =
        'message_ids' in replay
          ? replay
          : { ...replay, first_id: idAt(replay.from), before_id: idAt(replay.to) };
      const queued = await tx.webhookDeliveries.updateReplayed(endpointId, of, MAX_REPLAYED);
      const asked = 'message_ids' in replay ? replay.message_ids : [];
      const known = new Set(await tx.webhookDeliveries.listKnownIds(endpointId, asked));
      const { conference_id } = endpoint;
      await tx.audit.record(by, 'webhook.replay', endpointId, {
        after: { queued: queued.length, conference_id },
      });
      return { queued: queued.length, missing: asked.filter((id) => !known.has(id)) };
    });
  }
}

const idAt = (time: string): string => firstMessageId(new Date(time));
