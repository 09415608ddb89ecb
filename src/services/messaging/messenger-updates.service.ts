import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unauthorized } from '../../errors.ts';
import type { BotApi } from '../../integrations/messenger/bot-api.ts';
import { BotApiError } from '../../integrations/messenger/bot-api-error.ts';
import { ALLOWED_UPDATES, receivedUpdate } from '../../integrations/messenger/updates.ts';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import type { Store } from '../../repositories/store.ts';

/** An update of the Bot API. Everything but its id is the messenger's. */
export interface Update {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

/** Receives what users do in the chat with the bot. The worker handles it. */
export class MessengerUpdatesService {
  readonly #deps;
  /** @param deps.secrets each proves that an update comes from the messenger; none refuses all */
  constructor(deps: { store: Store; botId: number; secrets: readonly string[] }) {
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

/** Runs `work` while this process alone holds a lock, which `held` says. */
type WhileLocked = (
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
) => Promise<void>;

/** The wait after a failure, and between two looks at the lock. */
const RETRY_MS = 2_000;

interface UpdatePollingDeps {
  readonly api: BotApi;
  readonly updates: MessengerUpdatesService;
  readonly whileLocked: WhileLocked;
  readonly log: Logger;
}

/**
 * Fetches the updates of the bot from the messenger, for a developer whose machine it cannot reach. One
 * process polls; another one follows when it ends.
 */
export class UpdatePollingService {
  readonly #deps: UpdatePollingDeps;
  readonly #stopping = new AbortController();
  #polling: Promise<void> | undefined;

  constructor(deps: UpdatePollingDeps) {
    this.#deps = deps;
  }

  open(): void {
    this.#polling ??= this.#run();
  }

  /** Ends the poll in flight. The messenger sends what was not recorded again. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#polling;
    await this.#deps.api.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let isOver = false;
      try {
        await this.#deps.whileLocked(signal, async (held) => {
          isOver = await this.#poll(held);
        });
      } catch (err) {
        if (signal.aborted) return;
        this.#deps.log.warn({ err }, 'messenger updates: polling failed, retrying in 2 s');
      }
      if (isOver) return;
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Records updates until the lock is lost. Returns true where a webhook is set, which is left as it is.
   * @throws BotApiError
   */
  async #poll(held: AbortSignal): Promise<boolean> {
    if (await this.#hasWebhook(held)) return true;
    this.#deps.log.info('messenger updates: polling');
    let offset: number | undefined;
    while (!held.aborted) {
      const updates = await this.#deps.api
        .updates({ offset, kinds: ALLOWED_UPDATES }, held)
        .catch((error: unknown) => {
          if (error instanceof BotApiError && error.status === 409) return undefined;
          throw error;
        });
      if (!updates) return this.#hasWebhook(held);
      // The next call confirms them, after all are recorded.
      for (const update of updates) {
        await this.#deps.updates.receive(update);
        offset = update.update_id + 1;
      }
    }
    return false;
  }

  async #hasWebhook(held: AbortSignal): Promise<boolean> {
    const { url } = await this.#deps.api.webhookInfo(held);
    if (url === '') return false;
    this.#deps.log.warn(
      'messenger updates: a webhook is set, so nothing is polled; npm run bot -- delete-webhook removes it',
    );
    return true;
  }
}
