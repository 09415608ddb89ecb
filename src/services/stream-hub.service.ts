import type { NotifyListener } from '../db/notify-listener.ts';

const TICK_MS = 1_000;
const HEARTBEAT_MS = 25_000;

export interface HubStream<Key> {
  /** Whose stream it is. */
  readonly key: Key;
  readonly listener: {
    /** Ends the stream. The client may reconnect. */
    end(): void;
    onClose(callback: () => void): void;
  };
}

interface Options<Key, S extends HubStream<Key>> {
  readonly channel: NotifyListener;
  readonly now: () => Date;
  /** Streams per key in this process. One more ends the oldest stream of the key. */
  readonly maxPerKey: number;
  /** Keeps a connection alive. */
  readonly heartbeat: (stream: S) => void;
  /** Called each second for each stream, which it may end. */
  readonly check: (stream: S, now: number) => void;
  readonly onNotify: (payload: string) => void;
  /** Makes up for lost NOTIFYs: after each LISTEN, and every `refreshMs`. */
  readonly refresh: () => void;
  /** Infinity while no NOTIFY can be lost. */
  readonly refreshMs: () => number;
}

/** The live streams of one kind in this process, whatever they send. */
export class StreamHub<Key, S extends HubStream<Key>> {
  readonly #options: Options<Key, S>;
  /** By key, oldest stream first; with the time of its next heartbeat in milliseconds since 1970. */
  readonly #streams = new Map<Key, Map<S, number>>();
  #refreshedAt = 0;
  #ticker: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: Options<Key, S>) {
    this.#options = options;
  }

  /** Takes a stream until its client disconnects. Ends it, and returns false, once the hub is closed. */
  add(stream: S): boolean {
    const { key, listener } = stream;
    if (this.#isClosed) {
      listener.end();
      return false;
    }
    this.#start();
    listener.onClose(() => this.remove(stream));
    const streams = this.#streams.get(key) ?? new Map<S, number>();
    this.#streams.set(key, streams.set(stream, this.#time() + HEARTBEAT_MS));
    const [oldest] = streams.keys();
    if (oldest && streams.size > this.#options.maxPerKey) this.end(oldest);
    return true;
  }

  remove(stream: S): void {
    const streams = this.#streams.get(stream.key);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(stream.key);
  }

  end(stream: S): void {
    this.remove(stream);
    stream.listener.end();
  }

  /** The streams of a key, oldest first: a copy, of which some may end. */
  of(key: Key): readonly S[] {
    return [...(this.#streams.get(key)?.keys() ?? [])];
  }

  keys(): readonly Key[] {
    return [...this.#streams.keys()];
  }

  all(): readonly S[] {
    return this.keys().flatMap((key) => this.of(key));
  }

  has(stream: S): boolean {
    return this.#streams.get(stream.key)?.has(stream) ?? false;
  }

  /** Ends all streams, and those that are still opening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    for (const stream of this.all()) this.end(stream);
    await this.#options.channel.close();
  }

  #start(): void {
    if (this.#ticker) return;
    this.#refreshedAt = this.#time();
    this.#ticker = setInterval(() => this.#tick(), TICK_MS).unref();
    const { channel, onNotify } = this.#options;
    channel.open({ onNotify, onListening: () => this.#refresh() });
  }

  #tick(): void {
    const { heartbeat, check, refreshMs } = this.#options;
    const now = this.#time();
    for (const streams of this.#streams.values()) {
      for (const [stream, heartbeatAt] of streams) {
        check(stream, now);
        if (heartbeatAt > now || !streams.has(stream)) continue;
        streams.set(stream, now + HEARTBEAT_MS);
        heartbeat(stream);
      }
    }
    const everyMs = refreshMs();
    if (everyMs === Number.POSITIVE_INFINITY) this.#refreshedAt = now;
    else if (now - this.#refreshedAt >= everyMs) this.#refresh();
  }

  #refresh(): void {
    this.#refreshedAt = this.#time();
    this.#options.refresh();
  }

  #time(): number {
    return this.#options.now().getTime();
  }
}
