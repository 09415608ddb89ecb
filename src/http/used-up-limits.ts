interface Options {
  readonly windowMs: number;
  readonly now: () => Date;
}

/**
 * The counters that are over their limit, until their windows end: while the process remembers one,
 * a request over the limit costs no statement.
 */
export class UsedUpLimits {
  readonly #options: Options;
  /** The end of the window by counter, in milliseconds since 1970; oldest first. */
  readonly #ends = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  get size(): number {
    return this.#ends.size;
  }

  add(counter: string, msLeft: number): void {
    this.#forgetEnded();
    this.#ends.delete(counter);
    this.#ends.set(counter, this.#options.now().getTime() + msLeft);
  }

  /** Milliseconds until the window of the counter ends; 0 if its limit is not used up. */
  msLeft(counter: string): number {
    const msLeft = (this.#ends.get(counter) ?? 0) - this.#options.now().getTime();
    // More than a window is left only after the clock was set back.
    return msLeft > this.#options.windowMs ? 0 : Math.max(0, msLeft);
  }

  /** No entry is older than a window, so the entries after one that has not ended also end soon. */
  #forgetEnded(): void {
    for (const counter of this.#ends.keys()) {
      if (this.msLeft(counter) > 0) return;
      this.#ends.delete(counter);
    }
  }
}
