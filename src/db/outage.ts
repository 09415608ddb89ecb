import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { askOnce, reasonOf } from './database-look.ts';
import { isSignOfOutage } from './pg-errors.ts';

/** The time between two tries to reach a database that is away. */
const RETRY_MS = 1_000;
/** The timeout of the connection, and of its statement. */
const TIMEOUT_MS = 2_000;
/** The time for which one answer of the database counts. */
const REACHED_MS = 1_000;
/** Longer than a restart or a failover takes, so that a person must act. */
const ALERT_MS = 60_000;
/** Longer than the 6 s after which a statement fails that was sent during the outage. */
const SETTLE_MS = 7_000;

/** A log line that an error made. */
interface Line {
  readonly err: unknown;
  /** Whether a request was refused. */
  readonly isRefusal: boolean;
  write(): void;
}

interface Options {
  readonly url: string;
  /** The time for which the database may be away before a person must act; replaced by tests. */
  readonly alertMs?: number;
  /** The time for which it must answer again; replaced by tests. */
  readonly settleMs?: number;
}

/**
 * Logs an outage of the database instead of each error that it causes: one line when it is away,
 * one when it is back, and one at level 50 when it is away for a minute.
 */
export class DatabaseOutage {
  readonly #options: Required<Options>;
  readonly #closing = new AbortController();
  #log: Logger | undefined;
  /**
   * Lines of errors that an outage may have caused, held until the database has answered or failed
   * to.
   */
  #held: Line[] = [];
  #watching: Promise<void> | undefined;
  #reachedAt = Number.NEGATIVE_INFINITY;
  #isAway = false;
  #refused = 0;

  constructor(options: Options) {
    this.#options = { alertMs: ALERT_MS, settleMs: SETTLE_MS, ...options };
  }

  /**
   * Holds lines from now on: a start reports by itself that its database is away.
   * @param log that asks `holds`
   */
  open(log: Logger): void {
    this.#log = log;
  }

  /**
   * Whether to hold this line: the outage is already logged, or the database is asked first. If it
   * answers, the line is written then.
   */
  holds(line: Line): boolean {
    const { signal } = this.#closing;
    if (!this.#log || signal.aborted || !isSignOfOutage(line.err)) return false;
    if (this.#isAway) {
      this.#refused += Number(line.isRefusal);
      return true;
    }
    if (!this.#watching && performance.now() - this.#reachedAt < REACHED_MS) return false;
    this.#held.push(line);
    this.#watching ??= this.#watch(this.#log).finally(() => {
      this.#watching = undefined;
    });
    return true;
  }

  /** Writes the held lines. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#release();
    await this.#watching;
  }

  async #watch(log: Logger): Promise<void> {
    const startedAt = performance.now();
    const reason = await this.#reach();
    if (reason === undefined || this.#closing.signal.aborted) return this.#release();

    this.#isAway = true;
    this.#refused = this.#held.filter(({ isRefusal }) => isRefusal).length;
    this.#held = [];
    log.warn({ reason }, 'database: away, requests that need it answer 503 until it is back');
    const backAt = await this.#untilBack(log, startedAt);
    this.#isAway = false;
    if (backAt === undefined) return;
    const fields = { away_s: seconds(backAt - startedAt), refused: this.#refused };
    log.warn(
      fields,
      `database: back after ${fields.away_s} s, ${fields.refused} requests were refused`,
    );
  }

  /** Returns when it was back; undefined when the process ends before. */
  async #untilBack(log: Logger, startedAt: number): Promise<number | undefined> {
    const { alertMs, settleMs } = this.#options;
    const { signal } = this.#closing;
    let isAlerted = false;
    let backAt: number | undefined;
    while (backAt === undefined || performance.now() - backAt < settleMs) {
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return undefined;
      const reason = await this.#reach();
      backAt = reason === undefined ? (backAt ?? performance.now()) : undefined;
      if (reason === undefined || isAlerted || performance.now() - startedAt < alertMs) continue;
      isAlerted = true;
      log.error(
        { reason, refused: this.#refused },
        `database: away for ${seconds(alertMs)} s, start it or correct DATABASE_URL`,
      );
    }
    return backAt;
  }

  /** Returns why the database does not answer on a new connection; undefined if it does. */
  async #reach(): Promise<string | undefined> {
    try {
      const terms = { name: 'hallway outage', timeoutMs: TIMEOUT_MS };
      await askOnce(this.#options.url, terms, (client) => client.query('select 1'));
      this.#reachedAt = performance.now();
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  #release(): void {
    for (const line of this.#held.splice(0)) line.write();
  }
}

const seconds = (ms: number): number => Math.round(ms / 1_000);
