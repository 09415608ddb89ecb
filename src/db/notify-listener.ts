import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { NOTIFY_CHANNEL } from './notify-channel.ts';

const CONNECT_MS = 3_000;
/** How often it is asked whether the connection lives, and how long that answer may take. */
const PING_MS = 15_000;
const ANSWER_MS = 5_000;
/** How long is waited before the first and before every later try, at most. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** Who is told of signals. */
export interface NotifyHandlers {
  /** What a signal said: ids with commas in between, or `*` for everybody. */
  onNotify(payload: string): void;
  /** From now on signals come through; those before this moment did not. */
  onListening(): void;
}

/**
 * Listens to what processes tell each other by NOTIFY, over a connection of its own, which a pooler
 * between us and the database must not share. A lost connection is made again.
 */
export class NotifyListener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;
  /** Ends the connection that there is. */
  #drop: (why: Error) => void = () => {};
  #isListening = false;
  #failures = 0;

  constructor(options: { url: string; log: Logger }) {
    this.#url = options.url;
    this.#log = options.log;
  }

  /** Whether signals come through, as far as is known. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Begins to listen, once for all. */
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
        // An outage is told once, however often it is tried again.
        if (this.#failures === 0 && !signal.aborted) {
          this.#log.warn({ err: error }, 'signals of new notifications do not come through');
        }
      }
      const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
      this.#failures += 1;
      // Not all processes at once.
      await sleep(wait * (1 - Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }

  /** @throws Error why the connection could not be made, or why it was lost */
  async #listenUntilLost(handlers: NotifyHandlers): Promise<never> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'hallway notify listener',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
    const lost = Promise.withResolvers<never>();
    this.#drop = lost.reject;
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection ended')));
    client.on('notification', ({ payload = '' }) => handlers.onNotify(payload));
    // A server that vanished without a word is noticed by its silence.
    const ping = setInterval(() => client.query('select 1').catch(lost.reject), PING_MS);
    try {
      await Promise.race([client.connect(), lost.promise]);
      await Promise.race([client.query(`listen ${NOTIFY_CHANNEL}`), lost.promise]);
      this.#isListening = true;
      this.#failures = 0;
      handlers.onListening();
      return await lost.promise;
    } finally {
      this.#isListening = false;
      clearInterval(ping);
      // Not waited for: where nobody answers it would take forever.
      void client.end().catch(() => {});
    }
  }
}
