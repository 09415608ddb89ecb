import type { Knex } from 'knex';
import { overloaded } from '../errors.ts';
import { isTimeout } from './pg-errors.ts';
import { withRetries } from './retries.ts';
import { runTransaction } from './transactions.ts';

/** A list is read row by row, and joined by ids of its own, which no cache meets twice. */
const ROW_BY_ROW = { indexscan: true, hashjoin: false, mergejoin: false, memoize: false };

/** How the statements of a step of a search read. */
const STEPS = {
  list: { ...ROW_BY_ROW, bitmapscan: true, sort: true },
  /** Compares rows in the order of the list. PostgreSQL might read all rows of another index and sort them. */
  rows: { ...ROW_BY_ROW, bitmapscan: false, sort: false },
  /**
   * Finds rows by an index of words. PostgreSQL assumes that comparing a pattern costs as little as
   * comparing numbers, and would compare all rows for a rare word: 1.2 s of CPU instead of 20 ms.
   */
  words: {
    indexscan: false,
    hashjoin: true,
    mergejoin: true,
    memoize: true,
    bitmapscan: true,
    sort: true,
  },
} as const;
export type SearchStep = keyof typeof STEPS;

const settingsOf = (step: SearchStep): string =>
  Object.entries(STEPS[step])
    .map(([kind, isAllowed]) => `set local enable_${kind} = ${isAllowed ? 'on' : 'off'}`)
    .join('; ');

/** The statements that follow within `runSearch` read so. */
export async function beginStep(client: Knex.Client, step: SearchStep): Promise<void> {
  await client.raw(settingsOf(step));
}

/**
 * Runs `work`, which only reads, in a transaction whose statements have a limit of time.
 *
 * @throws AppError SERVICE_UNAVAILABLE when a statement takes longer
 */
export async function runSearch<T>(
  db: Knex,
  timeoutMs: number,
  work: (trx: Knex) => Promise<T>,
): Promise<T> {
  const settings = [
    'set transaction read only',
    `set local statement_timeout = ${timeoutMs}`,
    'set local enable_seqscan = off',
    settingsOf('list'),
  ].join('; ');
  const search = async (trx: Knex) => {
    await trx.raw(settings);
    return work(trx);
  };
  try {
    return await withRetries(() => runTransaction(db, search));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw overloaded('The search took too long; use longer words', { cause: error });
  }
}
