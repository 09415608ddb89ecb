import { compressed, type Encoding } from './encodings.ts';
import type { KeptEndpoint } from './kept-routes.ts';

/**
 * The memory of maps, objects and short strings besides the bodies of an entry; measured, rounded
 * up.
 */
const OVERHEAD_BYTES = 2_048;
/** One answer takes at most this part of the memory. */
const MAX_SHARE = 1 / 8;

/** An answer, apart from the headers that differ between two requests. */
export interface KeptAnswer {
  readonly key: string;
  readonly endpoint: KeptEndpoint;
  readonly body: Buffer;
  readonly contentType: string;
  /** The ETag of every encoding, because it is weak. */
  readonly etag: string;
  /** A header of the handler. */
  readonly disposition: string | undefined;
  /** The version of its data when its handler started. */
  readonly version: number;
  /** The time at which its handler started, in milliseconds since 1970. */
  readonly madeAt: number;
}

/** An answer and its compressed bodies, each created at its first request. */
export class KeptEntry {
  readonly answer: KeptAnswer;
  readonly #bodies = new Map<Encoding, Buffer>();
  readonly #running = new Map<Encoding, Promise<Buffer>>();
  /** Called with the size of each further body. */
  onGrowth: (bytes: number) => void = () => {};
  bytes: number;

  constructor(answer: KeptAnswer) {
    this.answer = answer;
    this.#bodies.set('identity', answer.body);
    this.bytes = OVERHEAD_BYTES + 2 * answer.key.length + answer.body.length;
  }

  body(encoding: Encoding): Buffer | undefined {
    return this.#bodies.get(encoding);
  }

  /** Concurrent requests for the same body share one compression. */
  compress(encoding: Encoding): Promise<Buffer> {
    const running = this.#running.get(encoding) ?? this.#compress(encoding);
    this.#running.set(encoding, running);
    return running;
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const body = await compressed(this.answer.body, encoding);
    this.#bodies.set(encoding, body);
    this.bytes += body.length;
    this.onGrowth(body.length);
    return body;
  }
}

/** The kept answers of this process by their keys, the oldest first, in a bounded memory. */
export class KeptEntries {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, KeptEntry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): KeptEntry | undefined {
    return this.#entries.get(key);
  }

  /** Replaces the entry of the same key, and deletes the oldest ones until the new one fits. */
  add(entry: KeptEntry): void {
    this.delete(entry.answer.key);
    if (entry.bytes > MAX_SHARE * this.#maxBytes) return;
    this.#entries.set(entry.answer.key, entry);
    this.#grow(entry.bytes);
    entry.onGrowth = (bytes) => this.#grow(bytes);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    entry.onGrowth = () => {};
  }

  /** Deletes the oldest entries as long as `isOver` holds for them. */
  deleteOldest(isOver: (entry: KeptEntry) => boolean): void {
    for (const [key, entry] of this.#entries) {
      if (!isOver(entry)) return;
      this.delete(key);
    }
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.deleteOldest(() => this.#bytes > this.#maxBytes);
  }
}
