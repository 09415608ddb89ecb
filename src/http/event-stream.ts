import { Readable } from 'node:stream';

/** The buffer limit for a slow client in bytes. One batch of events may exceed it. */
const MAX_BUFFERED_BYTES = 256 * 1_024;

/** Turns off response buffering in nginx, so that each event arrives at once. */
export const EVENT_STREAM_HEADERS = { 'X-Accel-Buffering': 'no' } as const;

/** The reconnection time with jitter, so that clients do not all reconnect at the same moment. */
const retry = () => `retry: ${2_000 + Math.floor(Math.random() * 3_000)}\n\n`;

/** A live stream as Server-Sent Events. A client that leaves too much unread is cut off. */
export class EventStream extends Readable {
  constructor() {
    super();
    this.push(retry());
  }

  /** Does nothing: events are pushed. */
  override _read(): void {}

  /** Ends the stream. The client may reconnect. */
  end(): void {
    if (this.isTooSlow()) return;
    this.push(retry());
    this.push(null);
  }

  onClose(callback: () => void): void {
    this.once('close', callback);
  }

  /** @param fields of one event, or a comment; each on its line */
  pushFields(...fields: readonly string[]): void {
    this.push(`${fields.join('\n')}\n\n`);
  }

  /** Destroys the stream when too much is buffered. Returns whether it is destroyed. */
  isTooSlow(): boolean {
    if (this.readableLength > MAX_BUFFERED_BYTES) this.destroy();
    return this.destroyed;
  }
}
