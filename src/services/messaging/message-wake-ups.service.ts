import { setTimeout as sleep } from 'node:timers/promises';
import { hasMessages } from '../../domain/messaging/notify-payload.ts';
import type { Store } from '../../repositories/store.ts';

/** The maximum delay of a message whose NOTIFY was lost. */
const POLL_MS = 5_000;

/** Carries the NOTIFYs of all processes. */
interface NotifyChannel {
  open(handlers: { onNotify(payload: string): void; onListening(): void }): void;
  close(): Promise<void>;
}

/**
 * Wakes the worker of this process when a transaction has queued messages: by the NOTIFY after its
 * commit, and by a poll, because a NOTIFY is lost while the listener is disconnected, or if the process
 * that committed is killed.
 */
export class MessageWakeUpsService {
  readonly #deps;
  readonly #pollMs: number;
  readonly #closing = new AbortController();
  #polling: Promise<void> | undefined;

  constructor(deps: { store: Store; channel: NotifyChannel; pollMs?: number }) {
    this.#deps = deps;
    this.#pollMs = deps.pollMs ?? POLL_MS;
  }

  /** @param wake sends the due messages, and reports its failures itself */
  open(wake: () => Promise<void>): void {
    this.#deps.channel.open({
      onNotify: (payload) => {
        if (hasMessages(payload)) void wake();
      },
      // Sends the messages that were queued while the listener was disconnected.
      onListening: () => void wake(),
    });
    this.#polling ??= this.#poll(wake);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#deps.channel.close();
    await this.#polling;
  }

  async #poll(wake: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      // Jitter, so that workers do not poll at the same moment.
      const delay = this.#pollMs * (1 - Math.random() / 4);
      await sleep(delay, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (await this.#isDue()) await wake();
    }
  }

  async #isDue(): Promise<boolean> {
    try {
      const dueMs = await this.#deps.store.deliveries.findNextDueMs({ canSend: true });
      return dueMs !== undefined && dueMs <= this.#pollMs;
    } catch {
      // The listener reports an unreachable database.
      return false;
    }
  }
}
