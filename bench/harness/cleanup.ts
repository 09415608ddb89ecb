type Step = () => Promise<unknown> | unknown;

/** Undoes what the benchmark started, last first: at its end, after an error, and on Ctrl-C. */
export class Cleanup {
  readonly #steps: Step[] = [];
  #isInterrupted = false;
  #running: Promise<void> | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, async () => {
        this.#isInterrupted = true;
        await this.run();
        process.exit(1);
      });
    }
  }

  /** Whether a signal ends the run. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** Returns a function that runs the step now, and not again later. */
  add(step: Step): () => Promise<void> {
    this.#steps.push(step);
    return async () => {
      const index = this.#steps.indexOf(step);
      if (index < 0) return;
      this.#steps.splice(index, 1);
      await step();
    };
  }

  /** Safe to call twice, as Ctrl-C and the error that it causes do: both wait for the same end. */
  run(): Promise<void> {
    this.#running ??= this.#undo();
    return this.#running;
  }

  async #undo(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        // The other steps must run too.
        console.error(error);
      }
    }
  }
}
