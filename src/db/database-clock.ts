import type { Knex } from 'knex';
import type { Logger } from 'pino';

/** How often the database is asked for its time. */
const READ_MS = 60_000;
/** NTP keeps clocks within milliseconds: a clock that is further off is not synchronized. */
const WARN_MS = 2_000;
/** Far more than a clock drifts in a day: the clock, or that of the database, is set wrong. */
const MAX_SKEW_MS = 60_000;

/** The database's time at one moment, both in milliseconds. */
interface Reading {
  readonly time: number;
  readonly monotonic: number;
}

/**
 * The database's time, for whatever is due, open or expired: processes on machines with different clocks
 * decide alike, and as the database does by its own `now()`. Between two readings, the monotonic clock of
 * the process counts on, so that a change of its system clock changes nothing.
 */
export class DatabaseClock {
  readonly #db: Knex;
  readonly #log: Logger;
  readonly #reading: NodeJS.Timeout;
  #read: Reading;
  #skewMs = 0;
  #isWarned = false;

  /** Reads the time of the database, then each minute. */
  static async open(db: Knex, log: Logger): Promise<DatabaseClock> {
    const before = Date.now();
    const read = await readTime(db);
    return new DatabaseClock(db, log, { read, before });
  }

  private constructor(db: Knex, log: Logger, first: { read: Reading; before: number }) {
    this.#db = db;
    this.#log = log;
    this.#read = first.read;
    this.#report(first.before);
    this.#reading = setInterval(() => void this.#readAgain(), READ_MS).unref();
  }

  /** Never ahead of the database; behind it by at most the time that a reading took. */
  readonly now = (): Date => new Date(this.#read.time + performance.now() - this.#read.monotonic);

  /**
   * @throws Error with a sentence for the operator when the clock of this process is more than 60 s off:
   *   what the process compares with times of other systems would be wrong
   */
  assertSynchronized(): void {
    if (Math.abs(this.#skewMs) <= MAX_SKEW_MS) return;
    throw new Error(
      `The clock of this machine is ${difference(this.#skewMs)} that of the database. A worker starts with at most ${MAX_SKEW_MS / 1_000} s: synchronize both clocks, for example by NTP.`,
    );
  }

  close(): void {
    clearInterval(this.#reading);
  }

  async #readAgain(): Promise<void> {
    const before = Date.now();
    try {
      this.#read = await readTime(this.#db);
    } catch {
      // The last reading counts on until the database answers; others report that it is away.
      return;
    }
    this.#report(before);
  }

  /** @param before the system clock before the database was asked */
  #report(before: number): void {
    this.#skewMs = skewOf(this.#read.time, { before, after: Date.now() });
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

async function readTime(db: Knex): Promise<Reading> {
  const { rows } = await db.raw<{ rows: [{ time: number }] }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time',
  );
  return { time: rows[0].time, monotonic: performance.now() };
}

/** How far the system clock is ahead for certain, however long the answer took; negative if behind. */
function skewOf(time: number, { before, after }: { before: number; after: number }): number {
  if (before > time) return before - time;
  return Math.min(0, after - time);
}

const difference = (skewMs: number): string =>
  `${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`;
