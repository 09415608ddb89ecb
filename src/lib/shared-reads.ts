import { LRUCache } from 'lru-cache';

interface Options {
  readonly maxAgeMs: number;
  /** The most values in memory; the one that was requested longest ago makes room. */
  readonly maxValues?: number;
  readonly now: () => Date;
}

/**
 * Shares the result of a read between all calls with the same key, until `maxAgeMs` after its
 * start. The calls that wait for a failed read share its failure; later calls read again.
 */
export class SharedReads<Key extends string | number, Value> {
  readonly #reads: LRUCache<Key, Promise<Value>>;

  constructor({ maxAgeMs, maxValues = 1_000, now }: Options) {
    const perf = { now: () => now().getTime() };
    this.#reads = new LRUCache({ max: maxValues, ttl: maxAgeMs - 1, ttlResolution: 0, perf });
  }

  /** @param read reads the value of this key */
  async get(key: Key, read: () => Promise<Value>): Promise<Value> {
    // More than its whole time is left after the clock was set back.
    if (this.#reads.getRemainingTTL(key) > this.#reads.ttl) this.#reads.delete(key);
    const shared = this.#reads.get(key) ?? read();
    if (this.#reads.peek(key) !== shared) this.#reads.set(key, shared);
    try {
      return await shared;
    } catch (error) {
      if (this.#reads.peek(key) === shared) this.#reads.delete(key);
      throw error;
    }
  }

  /** Later calls read again, also while a read of such a key runs. */
  delete(isDeleted: (key: Key) => boolean): void {
    for (const key of [...this.#reads.keys()]) if (isDeleted(key)) this.#reads.delete(key);
  }
}
