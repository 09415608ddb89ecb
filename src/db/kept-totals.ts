import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { ListedData } from '../domain/operations/public-data.ts';
import { WriteCounters } from '../lib/write-counters.ts';

/**
 * The time for which a total is kept. It bounds changes that no write of this process announces:
 * the writes of other processes and of operators, and the clock.
 */
const MAX_AGE_MS = 1_000;
/** A total takes about 500 bytes. */
const MAX_TOTALS = 2_000;

/** The counted size of a list. */
export interface Total {
  /** At most `MAX_EXACT_TOTAL`. */
  readonly total: number;
  /** False when the list has more rows than `total`. */
  readonly isTotalExact: boolean;
}

/** A list whose total is kept. */
export interface KeptList {
  readonly list: string;
  /** What the list is narrowed by: its filters and its viewer. `page` and `limit` do not count. */
  readonly by: Readonly<Record<string, unknown>>;
  /** The data that it is counted from. */
  readonly data: readonly ListedData[];
}

interface KeptTotal {
  readonly total: Promise<Total>;
  /** The time at which its count started. */
  readonly at: number;
  readonly version: number;
}

/**
 * Keeps the totals of lists, because a count costs PostgreSQL up to 50 times as much as a page. A
 * total is at most one second old, and never older than a write of this process to its data. Requests
 * that arrive during a count share it.
 */
export class KeptTotals {
  readonly #now: () => number;
  readonly #totals = new LRUCache<string, KeptTotal>({ max: MAX_TOTALS });
  readonly #writes = new WriteCounters<ListedData>();

  constructor({ now = () => performance.now() }: { now?: () => number } = {}) {
    this.#now = now;
  }

  get size(): number {
    return this.#totals.size;
  }

  /** Call it when a transaction of this process has ended, before its caller gets the answer. */
  wrote(data: Iterable<ListedData>): void {
    this.#writes.count(data);
  }

  /** The kept total of a list, or else the one that `count` finds. */
  of({ list, by, data }: KeptList, count: () => Promise<Total>): Promise<Total> {
    const key = list + JSON.stringify(by, withoutPage);
    const version = this.#writes.versionOf(data);
    const at = this.#now();
    const kept = this.#totals.get(key);
    if (kept?.version === version && at - kept.at < MAX_AGE_MS) return kept.total;
    const counted: KeptTotal = { total: count(), at, version };
    this.#totals.set(key, counted);
    counted.total.catch(() => {
      if (this.#totals.peek(key) === counted) this.#totals.delete(key);
    });
    return counted.total;
  }
}

/** The parameters of a page, which a filter from a query may contain. */
const PAGE = ['page', 'limit', 'cursor'];
const withoutPage = (name: string, value: unknown) => (PAGE.includes(name) ? undefined : value);

/** By the client of a pool. A transaction has another client, so it counts for itself. */
const totalsOfClients = new WeakMap<object, KeptTotals>();

/** Lets the lists of a pool keep their totals. */
export function attachKeptTotals({ client }: Knex, totals: KeptTotals): void {
  totalsOfClients.set(client, totals);
}

/** Undefined in a transaction and for a pool that counts for each page. */
export const keptTotalsOf = (client: Knex.Client): KeptTotals | undefined =>
  totalsOfClients.get(client);
