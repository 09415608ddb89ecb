import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type BotApi, BotApiError } from '../../integrations/messenger/bot-api.ts';
import { ALLOWED_UPDATES } from '../../integrations/messenger/updates.ts';
import type { MessengerUpdatesService } from './messenger-updates.service.ts';

/** Runs `work` while this process alone holds a lock, which `held` says. */
type WhileLocked = (
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
) => Promise<void>;

/** The wait after a failure, and between two looks at the lock. */
const RETRY_MS = 2_000;

interface Deps {
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
  readonly #deps: Deps;
  readonly #stopping = new AbortController();
  #polling: Promise<void> | undefined;

  constructor(deps: Deps) {
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
