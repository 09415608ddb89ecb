import { AppError } from '../errors.ts';
import { retryAfter } from './retry-after.ts';

/** Limits how much work runs at once and how much waits. */
export class Turns {
  readonly #what: string;
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `what` is the noun for the sentence of the refusal. */
  constructor(what: string, { atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#what = what;
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs `work` in its turn, first come, first served.
   *
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.#maxWaiting) throw this.#busy();
    else await new Promise<void>((start) => this.#waiting.push(start));
    try {
      return await work();
    } finally {
      // A place is handed on while it is taken, so that no newcomer gets in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #busy(): AppError {
    return new AppError('SERVICE_UNAVAILABLE', `Too many ${this.#what} are in work, try again`, {
      headers: { 'Retry-After': retryAfter() },
    });
  }
}
