import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { PUBLIC_DATA, type PublicData } from '../domain/operations/public-data.ts';
import { keptTotalsOf } from './kept-totals.ts';
import type { NotifyListener } from './notify-listener.ts';

/** The LISTEN/NOTIFY channel that names the public data that changed. */
export const PUBLIC_DATA_CHANNEL = 'hallway_public_data';

/**
 * The time between two messages of this process. `pg_notify` serializes commits, so a crowd that
 * attends at hundreds per second must not send one for each.
 */
const INTERVAL_MS = 200;
/** The delay after a failed message, whose data stay pending. */
const RETRY_MS = 1_000;

/**
 * Notifies the other processes of the public data that this process wrote, and receives theirs. A
 * message follows a commit within 200 ms; a process that is killed before loses it.
 */
export class PublicDataChannel {
  readonly #db: Knex;
  readonly #listener: NotifyListener;
  readonly #log: Logger;
  /** Distinguishes the messages of this process, which it ignores. */
  readonly #sender = randomUUID();
  readonly #pending = new Set<PublicData>();
  readonly #closing = new AbortController();
  #sending: Promise<void> | undefined;

  constructor(deps: { db: Knex; listener: NotifyListener; log: Logger }) {
    this.#db = deps.db;
    this.#listener = deps.listener;
    this.#log = deps.log;
  }

  /** False while messages of other processes may be lost. */
  get isListening(): boolean {
    return this.#listener.isListening;
  }

  /**
   * Starts listening; later calls do nothing. `onChange` receives the public data that other
   * processes wrote, and all public data after a reconnection.
   */
  open(onChange: (data: Iterable<PublicData>) => void): void {
    const changed = (data: readonly PublicData[]) => {
      keptTotalsOf(this.#db.client)?.wrote(data);
      onChange(data);
    };
    this.#listener.open({
      onListening: () => changed(PUBLIC_DATA),
      onNotify: (payload) => {
        const [sender, ...names] = payload.split(' ');
        if (sender !== this.#sender) changed(PUBLIC_DATA.filter((one) => names.includes(one)));
      },
    });
  }

  /** Sends a message soon, without failing. */
  announce(data: Iterable<PublicData>): void {
    for (const one of data) this.#pending.add(one);
    if (!this.#closing.signal.aborted) this.#sending ??= this.#send();
  }

  /** Sends the pending message, and stops listening. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
    if (this.#pending.size > 0) await this.#sendPending();
    await this.#listener.close();
  }

  async #send(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#pending.size > 0) {
      const isSent = await this.#sendPending();
      const wait = sleep(isSent ? INTERVAL_MS : RETRY_MS, undefined, { signal, ref: false });
      await wait.catch(() => {});
      if (signal.aborted) break;
    }
    this.#sending = undefined;
  }

  async #sendPending(): Promise<boolean> {
    const data = [...this.#pending];
    this.#pending.clear();
    try {
      await this.#db.raw('select pg_notify(?, ?)', [
        PUBLIC_DATA_CHANNEL,
        [this.#sender, ...data].join(' '),
      ]);
      return true;
    } catch (err) {
      for (const one of data) this.#pending.add(one);
      this.#log.warn({ err }, 'public data channel: message failed, retrying in 1 s');
      return false;
    }
  }
}
