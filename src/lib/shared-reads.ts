interface Read<Value> {
  readonly startedAt: number;
  readonly value: Promise<Value>;
}

interface Options {
  readonly maxAgeMs: number;
  /** The most values in memory; the oldest makes room. */
  readonly maxValues?: number;
  readonly now: () => Date;
}

/**
 * Shares the result of a read between all calls with the same key, until `maxAgeMs` after its
 * start. The calls that wait for a failed read share its failure; later calls read again.
 */
export class SharedReads<Key, Value> {
  readonly #maxAgeMs: number;
  readonly #maxValues: number;
  readonly #now: () => Date;
  /** Sorted by `startedAt`, unless the clock was set back. */
  readonly #reads = new Map<Key, Read<Value>>();

  constructor({ maxAgeMs, maxValues = Number.POSITIVE_INFINITY, now }: Options) {
    this.#maxAgeMs = maxAgeMs;
    this.#maxValues = maxValues;
    this.#now = now;
  }

  /** The number of values in memory: one for each key requested within `maxAgeMs`. */
  get size(): number {
    return this.#reads.size;
  }

  /** @param read reads the value of this key */
  async get(key: Key, read: () => Promise<Value>): Promise<Value> {
    this.#deleteOld();
    const shared = this.#reads.get(key) ?? this.#start(key, read);
    try {
      return await shared.value;
    } catch (error) {
      if (this.#reads.get(key) === shared) this.#reads.delete(key);
      throw error;
    }
  }

  /** Later calls read again, also while a read of such a key runs. */
  delete(isDeleted: (key: Key) => boolean): void {
    for (const key of this.#reads.keys()) if (isDeleted(key)) this.#reads.delete(key);
  }

  #start(key: Key, read: () => Promise<Value>): Read<Value> {
    const shared = { startedAt: this.#now().getTime(), value: read() };
    const [oldest] = this.#reads.keys();
    if (oldest !== undefined && this.#reads.size >= this.#maxValues) this.#reads.delete(oldest);
    this.#reads.set(key, shared);
    return shared;
  }

  #deleteOld(): void {
    const now = this.#now().getTime();
    for (const [key, { startedAt }] of this.#reads) {
      const age = now - startedAt;
      // A negative age means that the clock was set back.
      if (age >= 0 && age < this.#maxAgeMs) return;
      this.#reads.delete(key);
    }
  }
}
