/** Counts the writes by kind of data, so that what was read before a write is not taken for newer. */
export class WriteCounters<Kind extends string> {
  readonly #writes = new Map<Kind, number>();

  count(written: Iterable<Kind>): void {
    for (const one of written) this.#writes.set(one, (this.#writes.get(one) ?? 0) + 1);
  }

  /** Grows with each write to the data. */
  versionOf(data: readonly Kind[]): number {
    return data.reduce((version, one) => version + (this.#writes.get(one) ?? 0), 0);
  }
}
