import { LRUCache } from 'lru-cache';
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
  /** Called after each further body. */
  onGrowth: () => void = () => {};
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
    this.onGrowth();
    return body;
  }
}

/** The kept answers of this process by their keys, in a bounded memory. */
export class KeptEntries {
  readonly #entries: LRUCache<string, KeptEntry>;

  /** @param maxBytes above 0 */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(MAX_SHARE * maxBytes),
      sizeCalculation: ({ bytes }) => bytes,
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): KeptEntry | undefined {
    return this.#entries.get(key);
  }

  /** Replaces the entry of the same key. An entry that grew too large is not kept. */
  add(entry: KeptEntry): void {
    const { key } = entry.answer;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.onGrowth = () => {
      if (this.#entries.peek(key) === entry) this.add(entry);
    };
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
