interface Read<Value> {
  readonly startedAt: number;
  readonly value: Promise<Value>;
}

/**
 * Shares the result of a read between all calls with the same key, until `maxAgeMs` after its
 * start. The calls that wait for a failed read share its failure; later calls read again.
 */
export class SharedReads<Key, Value> {
  readonly #read: (key: Key) => Promise<Value>;
  readonly #maxAgeMs: number;
  readonly #now: () => Date;
  /** Sorted by `startedAt`, unless the clock was set back. */
  readonly #reads = new Map<Key, Read<Value>>();

  constructor(
    read: (key: Key) => Promise<Value>,
    { maxAgeMs, now }: { maxAgeMs: number; now: () => Date },
  ) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
  }

  /** The number of values in memory: one for each key requested within `maxAgeMs`. */
  get size(): number {
    return this.#reads.size;
  }

  async get(key: Key): Promise<Value> {
    this.#deleteOld();
    const read = this.#reads.get(key) ?? this.#start(key);
    try {
      return await read.value;
    } catch (error) {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
      throw error;
    }
  }

  #start(key: Key): Read<Value> {
    const read = { startedAt: this.#now().getTime(), value: this.#read(key) };
    this.#reads.set(key, read);
    return read;
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
