import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { lookAt } from './database-look.ts';
import { isUnavailable } from './pg-errors.ts';

/** The time between two checks of a database that is not ready. */
const LOOK_MS = 5_000;
/**
 * The time that a start waits for a database that does not answer, and the time between two tries.
 */
const REACH_MS = 30_000;
const RETRY_MS = 500;

interface Options {
  /** Must not lead through PgBouncer in transaction mode. */
  readonly url: string;
  /** Whether this process writes by itself, as a worker does, so that it cannot use a standby. */
  readonly needsPrimary: boolean;
  readonly log: Logger;
  /** The time between two checks; replaced by tests. */
  readonly lookMs?: number;
  /** The time for which the database may be away; replaced by tests. */
  readonly reachMs?: number;
}

/** The wait of a starting process for a database with the schema of its version. */
export class DatabaseStart {
  readonly #options: Options;
  /** The events that were logged, each once. */
  readonly #logged = new Set<string>();
  #isSchemaBehind = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether it waits for migrations. */
  get isSchemaBehind(): boolean {
    return this.#isSchemaBehind;
  }

  /**
   * Resolves when the database answers, which it may not do yet when both start at once.
   *
   * @throws Error naming its address when it does not within 30 s, or when waiting cannot help,
   *   such as for a wrong password; the reason of `signal` when it aborts
   */
  async untilReachable(signal: AbortSignal): Promise<void> {
    const { url, log, reachMs = REACH_MS } = this.#options;
    const endsAt = performance.now() + reachMs;
    for (;;) {
      const error = await lookAt(url).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) return;
      if (!isUnavailable(error)) throw error;
      const address = addressIn(url);
      if (performance.now() >= endsAt) {
        const problem = `No database answers at ${address} for ${reachMs / 1_000} s.`;
        throw new Error(`${problem} ${SETTING}`, { cause: error });
      }
      this.#once('unreachable', () =>
        log.warn({ address }, `database: no answer, waiting for ${reachMs / 1_000} s. ${SETTING}`),
      );
      await sleep(RETRY_MS, undefined, { signal });
    }
  }

  /**
   * Resolves when the migrations of this version are applied. A newer schema is ready, too.
   *
   * @throws Error when waiting cannot help, such as for a database that does not exist, or for a
   *   database of a version that this one cannot follow; the reason of `signal` when it aborts
   */
  async untilReady(signal: AbortSignal): Promise<void> {
    const { lookMs = LOOK_MS } = this.#options;
    while (!(await this.#isReady())) await sleep(lookMs, undefined, { signal });
  }

  async #isReady(): Promise<boolean> {
    const { log, needsPrimary, url } = this.#options;
    const found = await lookAt(url).catch((err) => {
      if (!isUnavailable(err)) throw err;
      this.#once('away', () => log.warn({ err }, 'database: away, next look in 5 s'));
    });
    if (found?.isStandby && needsPrimary) {
      this.#once('standby', () =>
        log.warn('database: it is a standby, which takes no writes; next look in 5 s'),
      );
    }
    const { pending = [], newer = [] } = found ?? {};
    this.#isSchemaBehind = pending.length > 0;
    if (this.#isSchemaBehind) {
      this.#once('behind', () =>
        log.error({ pending }, 'schema: migrations are pending, next look in 5 s'),
      );
    }
    if (newer.length > 0) {
      this.#once('newer', () => log.info({ newer }, 'schema: newer than this version'));
    }
    return found !== undefined && !(found.isStandby && needsPrimary) && !this.#isSchemaBehind;
  }

  #once(what: string, report: () => void): void {
    if (!this.#logged.has(what)) report();
    this.#logged.add(what);
  }
}

/**
 * Resolves when the database is there, takes writes and has the migrations of this version: for commands,
 * which do not wait.
 *
 * @throws Error with a sentence that says what to do
 */
export async function checkReady(url: string): Promise<void> {
  const { isStandby, pending } = await lookAt(url).catch((cause) => {
    if (!isUnavailable(cause)) throw cause;
    throw new Error(`No database answers at ${addressIn(url)}. ${SETTING}`, { cause });
  });
  if (isStandby) throw new Error(`The database at ${addressIn(url)} is a standby. ${SETTING}`);
  if (pending.length > 0) {
    throw new Error(
      `The schema is behind this version, from the migration ${pending[0]} on: run npm run migrate first, in the image node dist/scripts/migrate.js.`,
    );
  }
}

const SETTING = 'DATABASE_URL, or DATABASE_DIRECT_URL if it is set, says where it is.';

/** Host, port and database, without user and password. */
function addressIn(url: string): string {
  const { host, pathname } = URL.parse(url) ?? {};
  return `${host || 'the default address'}${pathname ?? ''}`;
}
