import { unauthorized } from '../../errors.ts';
import { receivedUpdate } from '../../integrations/messenger/updates.ts';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import type { Store } from '../../repositories/store.ts';

/** An update of the Bot API. Everything but its id is the messenger's. */
export interface Update {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

interface Deps {
  readonly store: Store;
  readonly botId: number;
  readonly secrets: readonly string[];
}

/** Receives what users do in the chat with the bot. The worker handles it. */
export class MessengerUpdatesService {
  readonly #deps: Deps;
  /** @param deps.secrets each proves that an update comes from the messenger; none refuses all */
  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Compares with each secret in constant time.
   * @throws AppError UNAUTHORIZED for a wrong or missing secret
   */
  verify(secret: unknown): void {
    const sent = typeof secret === 'string' ? secret : '';
    const equal = this.#deps.secrets.filter((own) => areEqualSecrets(own, sent));
    if (equal.length === 0) throw unauthorized();
  }

  /**
   * Records an update and its job, unless it has arrived before. An update that the bot does not
   * understand is recorded without a job. Safe to repeat.
   */
  async receive(update: Update): Promise<void> {
    const key = { bot_id: this.#deps.botId, update_id: update.update_id };
    const received = receivedUpdate(update);
    await this.#deps.store.transaction(async (tx) => {
      const isNew = await tx.messengerUpdates.insertIfAbsent(key, received);
      if (!isNew || !received) return;
      // A queue of its own: the messenger shows a press as loading until it is answered.
      const isPress = received.content.kind === 'press';
      await tx.jobs.add(isPress ? 'apply-bot-press' : 'apply-bot-update', key);
    });
  }
}
