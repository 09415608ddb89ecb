/** Limits the work with the same key that runs at once in this process. Nothing waits. */
export class KeyedPlaces<Key> {
  readonly #limit: number;
  readonly #taken = new Map<Key, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a place, which is free again when the result is disposed; undefined if none is free. */
  take(key: Key): Disposable | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#limit) return undefined;
    this.#taken.set(key, taken + 1);
    return { [Symbol.dispose]: () => this.#free(key) };
  }

  #free(key: Key): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}
