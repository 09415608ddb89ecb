import type { Knex } from 'knex';
import { overloaded } from '../errors.ts';
import { isTimeout } from './pg-errors.ts';
import { withRetries } from './retries.ts';
import { runTransaction } from './transactions.ts';

/**
 * PostgreSQL assumes that comparing a pattern costs as little as comparing numbers, so it compares
 * all rows instead of reading an index of words for a rare word: 1.2 s of CPU instead of 20 ms.
 */
const READ_BY_WORDS = ['seqscan', 'indexscan'];

/** The rows of a list are joined by ids of their own, which no cache meets twice. */
const JOINS_OF_WHOLE_LISTS = ['hashjoin', 'mergejoin', 'memoize'];

/**
 * Runs `work` within `runSearch`. Its statements may read a list, or join one, row by row; with
 * `byNestedLoops` they join no other way, as a hash of all that contains a word, or a merge, would; with
 * `inOrder` they read no list as a whole to sort it.
 */
export async function withIndexScans<T>(
  client: Knex.Client,
  work: () => Promise<T>,
  { byNestedLoops = false, inOrder = false } = {},
): Promise<T> {
  const refused = [...(byNestedLoops ? JOINS_OF_WHOLE_LISTS : []), ...(inOrder ? ['sort'] : [])];
  const allow = (isAllowed: boolean) =>
    client.raw(
      [set('indexscan', isAllowed), ...refused.map((kind) => set(kind, !isAllowed))].join('; '),
    );
  await allow(true);
  const result = await work();
  await allow(false);
  return result;
}

const set = (kind: string, isAllowed: boolean): string =>
  `set local enable_${kind} = ${isAllowed ? 'on' : 'off'}`;

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
    'set local jit = off',
    ...READ_BY_WORDS.map((kind) => set(kind, false)),
  ].join('; ');
  const search = async (trx: Knex) => {
    await trx.raw(settings);
    return work(trx);
  };
  try {
    return await withRetries(() => runTransaction(db, search, { end: 'COMMIT;' }));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw overloaded('The search took too long; use longer words', { cause: error });
  }
}
