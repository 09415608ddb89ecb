/** Runs a task one at a time. Calls during a run share the next run. */
export class MergedRuns {
  readonly #task: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(task: () => Promise<void>) {
    this.#task = task;
  }

  /** Resolves after a whole run that started after this call. */
  run(): Promise<void> {
    this.#next ??= this.#runAfter(this.#running);
    return this.#next;
  }

  async #runAfter(running: Promise<void> | undefined): Promise<void> {
    // A failed run is reported to its own callers.
    await Promise.allSettled([running]);
    this.#running = this.#next;
    this.#next = undefined;
    await this.#task();
  }
}
