interface Read<Value> {
  readonly startedAt: number;
  readonly value: Promise<Value>;
}

/**
 * Shares what a read returns between all calls with the same key, until `maxAgeMs` after it started.
 * A failed read is shared by the calls that wait for it, and by no later one.
 */
export class SharedReads<Key, Value> {
  readonly #read: (key: Key) => Promise<Value>;
  readonly #maxAgeMs: number;
  readonly #now: () => Date;
  /** In the order of `startedAt`, unless the clock was set back. */
  readonly #reads = new Map<Key, Read<Value>>();

  constructor(
    read: (key: Key) => Promise<Value>,
    { maxAgeMs, now }: { maxAgeMs: number; now: () => Date },
  ) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
  }

  /** The number of values in memory: those of the keys asked for within `maxAgeMs`. */
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
      // A negative age is that of a clock that was set back.
      if (age >= 0 && age < this.#maxAgeMs) return;
      this.#reads.delete(key);
    }
  }
}
