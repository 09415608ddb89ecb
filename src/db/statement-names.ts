/**
 * The options of a Knex query whose best plan depends on its values. PostgreSQL may plan a named
 * statement once for all values.
 */
export const UNNAMED = { unnamed: true } as const;

/**
 * Gives statements the names by which connections keep them prepared. A text gets its name at its
 * second use, because a text whose length follows the request may never come again.
 */
export class StatementNames {
  readonly #max: number;
  readonly #names = new Map<string, string>();
  /** The latest texts without a name, oldest first. */
  readonly #usedOnce = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Undefined for a text that goes unnamed. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === this.#max) return name;
    if (this.#usedOnce.delete(text)) {
      this.#names.set(text, `s${this.#names.size + 1}`);
      return this.#names.get(text);
    }
    for (const oldest of this.#usedOnce) {
      if (this.#usedOnce.size < this.#max) break;
      this.#usedOnce.delete(oldest);
    }
    this.#usedOnce.add(text);
    return undefined;
  }
}
