import { type AppError, overloaded } from '../errors.ts';

interface Limits {
  readonly atOnce: number;
  /** The number of large ones among them. */
  readonly largeAtOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
}

interface Waiting {
  readonly isLarge: boolean;
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * Limits the work that runs at once and the work that waits. Keys take turns: work does not wait
 * behind the queue of another key.
 */
export class FairQueue<Key> {
  readonly #what: string;
  readonly #limits: Limits;
  /**
   * The queue of each key is in order of arrival. A key whose work ends moves behind the others.
   */
  readonly #queues = new Map<Key, Waiting[]>();
  readonly #running = new Map<Key, number>();
  #runningInAll = 0;
  #runningLarge = 0;

  /** `what` is the noun for the sentence of the refusal. */
  constructor(what: string, limits: Limits) {
    this.#what = what;
    this.#limits = limits;
  }

  /**
   * Runs `work` in its turn: the next one is of the key with the least running work.
   *
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already. Where several
   *   keys wait, the newest work of the longest queue is refused.
   */
  async run<T>(key: Key, work: () => Promise<T>, { isLarge = false } = {}): Promise<T> {
    await this.#turn(key, isLarge);
    try {
      return await work();
    } finally {
      this.#count(key, isLarge, -1);
      this.#moveBack(key);
      this.#startNext();
    }
  }

  #turn(key: Key, isLarge: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = this.#queues.get(key) ?? [];
    if (queue.length >= this.#limits.maxWaitingPerKey) throw this.#busy();
    const start = () => {
      // Takes the place before the work starts, so that no newcomer overtakes.
      this.#count(key, isLarge, 1);
      resolve();
    };
    this.#queues.set(key, [...queue, { isLarge, start, refuse: reject }]);
    this.#startNext();
    this.#refuseExcess(key);
    return promise;
  }

  #startNext(): void {
    if (this.#runningInAll >= this.#limits.atOnce) return;
    const [first] = [...this.#queues]
      .flatMap(([key, queue]) => {
        const next = queue.find((one) => this.#mayStart(one));
        return next ? [{ key, next }] : [];
      })
      .toSorted((a, b) => this.#runningOf(a.key) - this.#runningOf(b.key));
    if (!first) return;
    this.#leave(first.key, first.next);
    first.next.start();
  }

  #mayStart({ isLarge }: Waiting): boolean {
    return !isLarge || this.#runningLarge < this.#limits.largeAtOnce;
  }

  #leave(key: Key, waiting: Waiting): void {
    const rest = this.#queues.get(key)?.filter((one) => one !== waiting) ?? [];
    if (rest.length > 0) this.#queues.set(key, rest);
    else this.#queues.delete(key);
  }

  #moveBack(key: Key): void {
    const queue = this.#queues.get(key);
    if (!queue) return;
    this.#queues.delete(key);
    this.#queues.set(key, queue);
  }

  /** `newcomer` is the key of the work that came last. */
  #refuseExcess(newcomer: Key): void {
    const lengthOf = (key: Key) => this.#queues.get(key)?.length ?? 0;
    const keys = [newcomer, ...this.#queues.keys()].filter((key) => lengthOf(key) > 0);
    const waiting = [...this.#queues.values()].flat().length;
    if (waiting <= this.#limits.maxWaiting) return;
    const longest = keys.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
    const newest = this.#queues.get(longest)?.at(-1);
    if (!newest) return;
    this.#leave(longest, newest);
    newest.refuse(this.#busy());
  }

  #count(key: Key, isLarge: boolean, change: 1 | -1): void {
    const running = this.#runningOf(key) + change;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
    this.#runningInAll += change;
    if (isLarge) this.#runningLarge += change;
  }

  #runningOf(key: Key): number {
    return this.#running.get(key) ?? 0;
  }

  #busy(): AppError {
    return overloaded(`Too many ${this.#what} are in progress; try again later`);
  }
}
