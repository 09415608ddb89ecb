import { compressed, type Encoding } from './encodings.ts';
import type { KeptEndpoint } from './kept-routes.ts';

/** What maps, objects and short strings take beside the bodies of an entry; measured, rounded up. */
const OVERHEAD_BYTES = 2_048;
/** One answer takes at most this part of the memory. */
const MAX_SHARE = 1 / 8;

/** An answer as it goes out, apart from what differs between two requests. */
export interface KeptAnswer {
  readonly key: string;
  readonly endpoint: KeptEndpoint;
  readonly body: Buffer;
  readonly contentType: string;
  /** Of every encoding, since it is weak. */
  readonly etag: string;
  /** A header of the handler. */
  readonly disposition: string | undefined;
  /** Of its data, when its making began. */
  readonly version: number;
  /** When its making began, in milliseconds since 1970. */
  readonly madeAt: number;
}

/** An answer and its compressed bodies, each made when it is first asked for. */
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

  /** Requests for the same body at the same time share one compression. */
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
