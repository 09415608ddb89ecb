import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';

/** The delay after a failed NOTIFY, whose names stay pending. */
const RETRY_MS = 1_000;

interface Options<Name> {
  readonly db: Knex;
  readonly channel: string;
  /** The time between two NOTIFYs of this process. */
  readonly intervalMs: number;
  readonly payloadOf: (names: ReadonlySet<Name>) => string | Promise<string>;
  readonly log: Logger;
}

/**
 * Sends a NOTIFY after the commits of this process: the first one at once, then one for all names of
 * an interval. A transaction with a NOTIFY holds a lock of the whole cluster until its commit is on
 * disk, so that all of them commit one after the other. A process that is killed before the NOTIFY
 * loses it.
 */
export class NotifySender<Name extends string> {
  readonly #options: Options<Name>;
  readonly #pending = new Set<Name>();
  readonly #closing = new AbortController();
  #sending: Promise<void> | undefined;

  constructor(options: Options<Name>) {
    this.#options = options;
  }

  /** Sends a NOTIFY soon, without failing. */
  announce(names: Iterable<Name>): void {
    for (const name of names) this.#pending.add(name);
    if (!this.#closing.signal.aborted) this.#sending ??= this.#send();
  }

  /** Sends the pending NOTIFY. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
    if (this.#pending.size > 0) await this.#sendPending();
  }

  async #send(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#pending.size > 0) {
      const isSent = await this.#sendPending();
      const waitMs = isSent ? this.#options.intervalMs : RETRY_MS;
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) break;
    }
    this.#sending = undefined;
  }

  async #sendPending(): Promise<boolean> {
    const { db, channel, payloadOf, log } = this.#options;
    const names = new Set(this.#pending);
    this.#pending.clear();
    try {
      await db.raw('select pg_notify(?, ?)', [channel, await payloadOf(names)]);
      return true;
    } catch (err) {
      for (const name of names) this.#pending.add(name);
      log.warn({ err, channel }, 'notify sender: NOTIFY failed, retrying in 1 s');
      return false;
    }
  }
}
