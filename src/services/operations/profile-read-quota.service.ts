import type { Logger } from 'pino';
import type { Actor } from '../../domain/administration/administrators.ts';
import type { ProfileReads } from '../../domain/operations/audit-log.ts';
import type { Store } from '../../repositories/store.ts';

const HOUR_MS = 3_600_000;
const FLUSH_MS = 60_000;

/** The reads of one key, endpoint and hour in this process. */
interface Counted extends Omit<ProfileReads, 'reads'> {
  readonly key: string;
  readonly hour: number;
  /** Resolves once the audit row exists. */
  readonly written: Promise<void>;
  /** Reads that are not in the row yet. */
  more: number;
}

interface Deps {
  readonly store: Store;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Counts how often each key reads people: one audit row per key, endpoint and hour. The first read of
 * a process writes at once; it adds the later ones each minute, so a kill loses a count, never a row.
 */
export class ProfileReadQuotaService {
  readonly #deps: Deps;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Counts one read. Resolves once its audit row exists, so that no answer leaves without it. */
  async record(by: Actor, endpoint: string): Promise<void> {
    const at = this.#deps.now();
    const hour = Math.floor(at.getTime() / HOUR_MS);
    const key = `${by.name} ${endpoint} ${hour}`;
    const counted = this.#counted.get(key);
    if (counted) {
      counted.more += 1;
      return counted.written;
    }
    this.#timer ??= setInterval(() => this.flush(), FLUSH_MS).unref();
    const first = { by, at: at.toISOString(), endpoint };
    const written = this.#deps.store.audit.upsertReads([{ ...first, reads: 1 }]);
    this.#counted.set(key, { ...first, key, hour, written, more: 0 });
    try {
      await written;
    } catch (error) {
      this.#counted.delete(key);
      throw error;
    }
  }

  /** Adds the counted reads to their rows. After a failure, the next call adds them. */
  async flush(): Promise<void> {
    const hour = Math.floor(this.#deps.now().getTime() / HOUR_MS);
    const due = [...this.#counted.values()]
      .filter(({ more }) => more > 0)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const added = due.map(({ by, at, endpoint, more }) => ({ by, at, endpoint, reads: more }));
    for (const counted of due) counted.more = 0;
    try {
      if (added.length > 0) await this.#deps.store.audit.upsertReads(added);
    } catch (err) {
      for (const [n, counted] of due.entries()) counted.more += added[n]?.reads ?? 0;
      this.#deps.log.warn(
        { err },
        'reads of people: not counted in the audit log, retrying in 60 s',
      );
      return;
    }
    for (const counted of this.#counted.values()) {
      if (counted.hour < hour && counted.more === 0) this.#counted.delete(counted.key);
    }
  }

  /** Adds what is counted, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
