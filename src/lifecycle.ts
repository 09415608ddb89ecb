import type { Logger } from 'pino';

/** From the signal to the end; an orchestrator that kills after 30 s must never have to. */
const DEADLINE_MS = 25_000;

/** The life of a process: running, draining, gone. */
export class Lifecycle {
  readonly #log: Logger;
  readonly #drainDelayMs: number;
  readonly #closers: (() => Promise<unknown>)[] = [];
  #draining = false;

  /** @param options.drainDelayMs how long requests are still served after the signal */
  constructor(options: { log: Logger; drainDelayMs: number }) {
    this.#log = options.log;
    this.#drainDelayMs = options.drainDelayMs;
  }

  get isDraining(): boolean {
    return this.#draining;
  }

  /** What is opened first is closed last. */
  onStop(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /** From here on signals and defects that nobody caught end the process in good order. */
  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => void this.stop(0, signal));
    }
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error) => {
        this.#log.fatal({ err: error }, event);
        void this.stop(1, event);
      });
    }
  }

  /** Drains, closes everything and exits. A second call, as by a second signal, exits at once. */
  async stop(exitCode: number, reason: string): Promise<void> {
    if (this.#draining) process.exit(1);
    this.#draining = true;
    this.#log.info({ reason }, 'stopping');
    setTimeout(() => {
      this.#log.error('not everything ended in time');
      process.exit(1);
    }, DEADLINE_MS).unref();

    await new Promise((resolve) => setTimeout(resolve, this.#drainDelayMs));
    for (const close of this.#closers) {
      await close().catch((error) => this.#log.warn({ err: error }, 'closing failed'));
    }
    this.#log.info('stopped');
    this.#log.flush(() => process.exit(exitCode));
  }
}
