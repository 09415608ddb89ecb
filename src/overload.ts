import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from 'pino';

/** Below any useful limit, and rare enough to cost nothing. */
const RESOLUTION_MS = 20;
/** Long enough that one long step, such as an import's, does not count as an overload. */
const SAMPLE_MS = 500;
/** The interval in which the log reports refused requests. */
const REPORT_MS = 10_000;

interface Options {
  readonly log: Logger;
  /** The longest mean delay of the event loop over half a second, in milliseconds; 0 for any. */
  readonly maxLoopDelayMs: number;
  /** The longest expected wait for a connection of the pool, in milliseconds; 0 for any. */
  readonly maxPoolWaitMs: number;
  /** The expected wait of a request for a connection that is made now, in milliseconds. */
  readonly poolWaitMs: () => number;
}

/**
 * Detects that this process has more work than it can do in time. It then refuses requests at once,
 * instead of answering all of them too late, until both measurements fall.
 */
export class Overload {
  readonly #options: Options;
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #sampling: NodeJS.Timeout;
  /** The mean of the last sample. */
  #loopDelayMs = 0;
  #refused = 0;
  #reportAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#delays.enable();
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  /** Whether to refuse the request that asks, which is counted as refused then. */
  refuses(): boolean {
    const { maxLoopDelayMs, maxPoolWaitMs, poolWaitMs } = this.#options;
    const isLoopLate = maxLoopDelayMs > 0 && this.#loopDelayMs > maxLoopDelayMs;
    const isPoolLate = maxPoolWaitMs > 0 && poolWaitMs() > maxPoolWaitMs;
    if (!isLoopLate && !isPoolLate) return false;
    this.#refused += 1;
    this.#report();
    return true;
  }

  /** The mean delay of the event loop over the last half second, in milliseconds. */
  get loopDelayMs(): number {
    return this.#loopDelayMs;
  }

  close(): void {
    clearInterval(this.#sampling);
    this.#delays.disable();
  }

  #sample(): void {
    // Without any measurement the loop was blocked for the whole sample.
    const { count, mean } = this.#delays;
    this.#loopDelayMs = count > 0 ? mean / 1e6 - RESOLUTION_MS : SAMPLE_MS;
    this.#delays.reset();
  }

  #report(): void {
    const now = performance.now();
    if (now < this.#reportAt) return;
    this.#reportAt = now + REPORT_MS;
    this.#options.log.warn(
      {
        refused: this.#refused,
        event_loop_delay_ms: Math.round(this.#loopDelayMs),
        pool_wait_ms: Math.round(this.#options.poolWaitMs()),
      },
      'overloaded: requests are refused',
    );
    this.#refused = 0;
  }
}
