import { overloaded } from '../errors.ts';
import { startWait } from './counted-waits.ts';

/** The key of what many can request at once, by its id, such as `event:7`. */
export type ConcurrencyKey = `${string}:${number}`;

interface Queue {
  running: number;
  /** Starts the next task each, in the order of their calls. */
  readonly waiting: Set<() => void>;
}

/**
 * Limits the number of tasks with the same key that run at once. Further tasks wait in order of
 * arrival.
 */
export class KeyedLimit<Key> {
  readonly #limitOf: (key: Key) => number;
  readonly #waitMs: number;
  readonly #refusal: (key: Key) => string;
  readonly #queues = new Map<Key, Queue>();

  /**
   * @param options.limit for each key, or that of a key
   * @param options.waitMs how long a task may wait, for all of its keys together
   * @param options.refusal the sentence for a task that waited too long
   */
  constructor(options: {
    limit: number | ((key: Key) => number);
    waitMs: number;
    refusal: (key: Key) => string;
  }) {
    const { limit } = options;
    this.#limitOf = typeof limit === 'number' ? () => limit : limit;
    this.#waitMs = options.waitMs;
    this.#refusal = options.refusal;
  }

  /**
   * Runs `task` when all its keys have a place, which it takes in the given order. Tasks that share
   * several keys must give them in the same order; otherwise they can wait for each other.
   *
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when the task waited too long; it then never
   *   starts
   */
  async run<T>(keys: readonly Key[], task: () => Promise<T>): Promise<T> {
    const endsAt = performance.now() + this.#waitMs;
    const taken: Key[] = [];
    try {
      for (const key of keys) {
        await this.#take(key, endsAt);
        taken.push(key);
      }
      return await task();
    } finally {
      for (const key of taken) this.#passOn(key);
    }
  }

  async #take(key: Key, endsAt: number): Promise<void> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() };
    this.#queues.set(key, queue);
    // The end of a task passes its place on to the next one, so `running` stays the same.
    if (queue.running < this.#limitOf(key)) queue.running += 1;
    else {
      using _wait = startWait();
      await this.#turn(key, queue, endsAt);
    }
  }

  #turn(key: Key, { waiting }: Queue, endsAt: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(overloaded(this.#refusal(key)));
      }, endsAt - performance.now());
      waiting.add(start);
    });
  }

  #passOn(key: Key): void {
    const queue = this.#queues.get(key);
    if (!queue) return;
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
    } else {
      queue.running -= 1;
      if (queue.running === 0) this.#queues.delete(key);
    }
  }
}

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
