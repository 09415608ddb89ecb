import type { Logger } from 'pino';

/** From signal to exit. Orchestrators send SIGKILL after 30 s. */
const DEADLINE_MS = 25_000;
/** npm passes on the Ctrl-C that the terminal sends to all processes: the second one is the same one. */
const REPEAT_MS = 500;

/** Shuts the process down gracefully. */
export class Lifecycle {
  readonly #log: Logger;
  readonly #drainDelayMs: number;
  readonly #closers: (() => Promise<unknown>)[] = [];
  #draining = false;
  #interruptedAt = Number.NEGATIVE_INFINITY;

  /** @param options.drainDelayMs how long the process still accepts requests after the signal */
  constructor(options: { log: Logger; drainDelayMs: number }) {
    this.#log = options.log;
    this.#drainDelayMs = options.drainDelayMs;
  }

  get isDraining(): boolean {
    return this.#draining;
  }

  /** Registers a step of the shutdown. Steps run in reverse order. */
  onStop(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /**
   * Shuts the process down on SIGTERM, SIGINT, an uncaught exception or an unhandled rejection, and when
   * the npm that started it has ended (scripts/preload.cjs).
   */
  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (!this.#isRepeated(signal)) void this.stop(0, signal);
      });
    }
    process.on('disconnect', () => {
      // The signal that ended npm may have reached this process too: its end is no second signal.
      if (!this.#draining) void this.stop(0, 'disconnect');
    });
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error) => {
        this.#log.fatal({ err: error }, event);
        void this.stop(1, event);
      });
    }
  }

  #isRepeated(signal: NodeJS.Signals): boolean {
    if (signal !== 'SIGINT') return false;
    const sinceMs = performance.now() - this.#interruptedAt;
    this.#interruptedAt = performance.now();
    return sinceMs < REPEAT_MS;
  }

  /** Drains, closes everything and exits. A second call, from a second signal, exits immediately. */
  async stop(exitCode: number, reason: string): Promise<void> {
    if (this.#draining) process.exit(1);
    this.#draining = true;
    this.#log.info({ reason }, 'stopping');
    this.#log.flush();
    setTimeout(() => {
      // Other processes continue the unfinished work.
      this.#log.warn(`shutdown: not finished after ${DEADLINE_MS / 1_000} s, exiting`);
      process.exit(1);
    }, DEADLINE_MS).unref();

    await new Promise((resolve) => setTimeout(resolve, this.#drainDelayMs));
    await this.close();
    this.#log.info('stopped');
    this.#log.flush(() => process.exit(exitCode));
  }

  /** Closes everything that was opened so far, also after a start that failed halfway. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) {
      await close().catch((error) =>
        this.#log.warn({ err: error }, 'shutdown: a step failed, continuing with the next'),
      );
    }
  }
}
