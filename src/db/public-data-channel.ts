import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { PUBLIC_DATA, type PublicData } from '../domain/operations/public-data.ts';
import { keptTotalsOf } from './kept-totals.ts';
import type { NotifyListener } from './notify-listener.ts';
import { NotifySender } from './notify-sender.ts';

/** The LISTEN/NOTIFY channel that names the public data that changed. */
export const PUBLIC_DATA_CHANNEL = 'hallway_public_data';

/** A crowd that attends at hundreds per second changes public data each time. */
const INTERVAL_MS = 200;

/**
 * Notifies the other processes of the public data that this process wrote, and receives theirs. A
 * NOTIFY follows a commit within 200 ms; a process that is killed before loses it.
 */
export class PublicDataChannel {
  readonly #db: Knex;
  readonly #listener: NotifyListener;
  readonly #notifySender: NotifySender<PublicData>;
  /** Distinguishes the NOTIFYs of this process, which it ignores. */
  readonly #sender = randomUUID();

  constructor({ listener, ...deps }: { db: Knex; listener: NotifyListener; log: Logger }) {
    this.#db = deps.db;
    this.#listener = listener;
    this.#notifySender = new NotifySender({
      ...deps,
      channel: PUBLIC_DATA_CHANNEL,
      intervalMs: INTERVAL_MS,
      payloadOf: (data) => [this.#sender, ...data].join(' '),
    });
  }

  /** False while NOTIFYs of other processes may be lost. */
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

  /** Sends a NOTIFY soon, without failing. */
  announce(data: Iterable<PublicData>): void {
    this.#notifySender.announce(data);
  }

  /** Sends the pending NOTIFY, and stops listening. */
  async close(): Promise<void> {
    await this.#notifySender.close();
    await this.#listener.close();
  }
}
