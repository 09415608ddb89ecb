import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const CONNECT_MS = 3_000;
/** The interval of the keep-alive query, and its timeout. */
const PING_MS = 5_000;
const QUERY_MS = 3_000;
/** The backoff between two attempts to connect: the first delay and the longest. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 3_000;

export interface NotifyHandlers {
  /** Receives a payload. */
  onNotify(payload: string): void;
  /** Called after each LISTEN. Notifications sent before this moment may be lost. */
  onListening(): void;
}

interface Options {
  readonly url: string;
  readonly channel: string;
  readonly log: Logger;
}

/**
 * Listens on a channel, on a connection of its own that no pooler may share. Reconnects
 * with backoff when the connection is lost.
 */
export class NotifyListener {
  readonly #options: Options;
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;
  /** Closes the current connection. */
  #drop: (reason: Error) => void = () => {};
  #isListening = false;
  #failures = 0;

  /** @param options.channel a constant, which becomes part of a statement */
  constructor(options: Options) {
    this.#options = options;
  }

  /** False from a detected connection loss until the next LISTEN. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Starts listening. Later calls do nothing. */
  open(handlers: NotifyHandlers): void {
    this.#listening ??= this.#listen(handlers);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#drop(new Error('closed'));
    await this.#listening;
  }

  async #listen(handlers: NotifyHandlers): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#listenUntilLost(handlers);
      } catch (error) {
        // One line per outage, not one per attempt.
        if (this.#failures === 0 && !signal.aborted) {
          this.#options.log.warn({ err: error }, 'notify listener: connection lost, reconnecting');
        }
      }
      const delay = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, MAX_DELAY_MS);
      this.#failures += 1;
      // Jitter, so that processes do not reconnect at the same moment.
      await sleep(delay * (1 - Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }

  /** @throws Error with the reason why the connection failed or was lost */
  async #listenUntilLost(handlers: NotifyHandlers): Promise<never> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'hallway notify listener',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
    });
    const lost = Promise.withResolvers<never>();
    this.#drop = lost.reject;
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('Connection terminated by the server')));
    client.on('notification', ({ payload = '' }) => handlers.onNotify(payload));
    // Detects a server that vanished without closing the connection.
    const ping = setInterval(() => client.query('select 1').catch(lost.reject), PING_MS);
    try {
      await Promise.race([client.connect(), lost.promise]);
      await Promise.race([client.query(`listen ${this.#options.channel}`), lost.promise]);
      this.#isListening = true;
      this.#failures = 0;
      handlers.onListening();
      return await lost.promise;
    } finally {
      this.#isListening = false;
      clearInterval(ping);
      // Not awaited: without an answer from the server it never resolves.
      void client.end().catch(() => {});
    }
  }
}
