import type { Knex } from 'knex';
import type { Logger } from 'pino';

/** The interval in which the database is asked for its time. */
const READ_MS = 60_000;
/** NTP keeps clocks within milliseconds: a clock that is further off is not synchronized. */
const WARN_MS = 2_000;
/**
 * Far more than a clock drifts in a day: the clock of the machine or of the database is set wrong.
 */
const MAX_SKEW_MS = 60_000;

interface Options {
  /** The time between two readings; replaced by tests. */
  readonly readMs?: number;
  /** The system clock in milliseconds; replaced by tests. */
  readonly systemNow?: () => number;
}

/**
 * The database's time, which decides what is due, open or expired: processes on machines with
 * different clocks decide alike, and like the database by its own `now()`. Between two readings,
 * the monotonic clock of the process counts on, so that a change of its system clock changes
 * nothing.
 */
export class DatabaseClock {
  readonly #db: Knex;
  readonly #log: Logger;
  readonly #systemNow: () => number;
  #reading: NodeJS.Timeout | undefined;
  /** The database's time when the monotonic clock was at 0. */
  #originMs = 0;
  #skewMs = 0;
  #isWarned = false;

  /** Reads the time of the database, then each minute. */
  static async open(db: Knex, log: Logger, options: Options = {}): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, log, options);
    await clock.#read();
    const readAgain = () => {
      // The last reading counts on until the database answers; the outage is logged elsewhere.
      clock.#read().catch(() => {});
    };
    clock.#reading = setInterval(readAgain, options.readMs ?? READ_MS).unref();
    return clock;
  }

  private constructor(db: Knex, log: Logger, { systemNow = Date.now }: Options) {
    this.#db = db;
    this.#log = log;
    this.#systemNow = systemNow;
  }

  /** Never ahead of the database; behind it by at most the time that a reading took. */
  readonly now = (): Date => new Date(this.#originMs + performance.now());

  /**
   * @throws Error with a sentence for the operator when the clock of this process is more than 60 s
   *   off: its comparisons with times of other systems would be wrong
   */
  assertSynchronized(): void {
    if (Math.abs(this.#skewMs) <= MAX_SKEW_MS) return;
    throw new Error(
      `The clock of this machine is ${difference(this.#skewMs)} that of the database. A worker starts with at most ${MAX_SKEW_MS / 1_000} s: synchronize both clocks, for example by NTP.`,
    );
  }

  /** How far the clock of this machine is ahead of the database's; negative if behind. */
  get skewMs(): number {
    return this.#skewMs;
  }

  close(): void {
    clearInterval(this.#reading);
  }

  async #read(): Promise<void> {
    const before = this.#systemNow();
    const { rows } = await this.#db.raw<{ rows: [{ time: number }] }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time',
    );
    const [{ time }] = rows;
    this.#originMs = time - performance.now();
    this.#skewMs = skewOf(time, { before, after: this.#systemNow() });
    this.#report();
  }

  #report(): void {
    const isOff = Math.abs(this.#skewMs) > WARN_MS;
    if (isOff === this.#isWarned) return;
    this.#isWarned = isOff;
    const fields = { skew_ms: Math.round(this.#skewMs) };
    if (isOff) {
      this.#log.warn(
        fields,
        `clock: this machine is ${difference(this.#skewMs)} the database, whose time decides what is due`,
      );
    } else this.#log.info(fields, 'clock: synchronized with the database again');
  }
}

/**
 * The minimum by which the system clock is ahead, however long the answer took; negative if behind.
 */
function skewOf(time: number, { before, after }: { before: number; after: number }): number {
  if (before > time) return before - time;
  return Math.min(0, after - time);
}

const difference = (skewMs: number): string =>
  `${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`;
