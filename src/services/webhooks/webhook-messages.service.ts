import { hasFailedForLong } from '../../domain/webhooks/webhook-deliveries.ts';
import { coveringKeys, type OffReason } from '../../domain/webhooks/webhook-endpoints.ts';
import { messagesOf, type WebhookListener } from '../../domain/webhooks/webhook-messages.ts';
import { newMessageId } from '../../lib/message-ids.ts';
import type { Tx } from '../../repositories/store.ts';

/** Changes that become messages in one transaction. */
const MAX_CHANGES = 5_000;

/** Endpoints that were switched off, by the reason. */
export type SwitchedOff = readonly (readonly [OffReason, readonly number[]])[];

/** What one transaction did with the outbox. */
export interface MadeMessages {
  readonly off: SwitchedOff;
  /** Whether changes are left that were not read. */
  readonly hasMore: boolean;
}

/** Makes messages of the changes in the outbox, for the endpoints whose owners may still listen. */
export class WebhookMessagesService {
  /** Whether `ADMIN_API_KEY` is set. */
  readonly #isConfigured: boolean;

  constructor(deps: { isConfigured: boolean }) {
    this.#isConfigured = deps.isConfigured;
  }

  /** Empties the outbox, up to 5,000 changes. Requires `webhookEndpoints.lockAll`. */
  async make(tx: Tx, now: Date): Promise<MadeMessages> {
    const { listeners, off } = await this.#switchOff(tx, now);
    await tx.webhookDeliveries.updateSkipped();
    const changes = await tx.webhookChanges.list(MAX_CHANGES);
    if (changes.length > 0) {
      const messages = messagesOf(changes, listeners);
      await tx.webhookDeliveries.insertMessages(
        messages.map((message) => ({
          ...message,
          id: newMessageId(now),
          created_at: now.toISOString(),
        })),
      );
      await tx.webhookChanges.deleteMany([...new Set(changes.map(({ id }) => id))]);
    }
    return { off, hasMore: changes.length >= MAX_CHANGES };
  }

  /** Switches off what has failed for a day, and whose owner may not listen any more. Returns the others. */
  async #switchOff(tx: Tx, now: Date) {
    const rights = { now, isConfigured: this.#isConfigured };
    const endpoints = (await tx.webhookEndpoints.listOpen()).map((endpoint) => ({
      ...endpoint,
      granted: coveringKeys(endpoint, rights).map(({ scopes }) => scopes),
    }));
    const byReason = Map.groupBy(endpoints, (one): OffReason | 'none' => {
      if (one.granted.length === 0) return 'owner_gone';
      return hasFailedForLong(one, now) ? 'failing' : 'none';
    });
    const off: [OffReason, readonly number[]][] = [];
    for (const [reason, ended] of byReason) {
      if (reason === 'none') continue;
      const ids = ended.map(({ id }) => id);
      off.push([reason, await tx.webhookEndpoints.updateOff(ids, reason)]);
    }
    const listeners: readonly WebhookListener[] = byReason.get('none') ?? [];
    return { listeners, off };
  }
}
