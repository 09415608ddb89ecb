import type { Request, Response } from 'express';
import { KeyedLimit } from '../lib/keyed-limit.ts';
import { requestRefused } from '../lib/observations.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { addressOf } from './rate-limits.ts';

/** The searches of one process that run at once; each takes one database connection. */
const SEARCHES = 3;

/**
 * The searches of one user, administrator or address among them, which leave a place to all others.
 */
const SEARCHES_OF_ONE = 2;

const ALL = 'all';

/** Whether the endpoint reads a list that `q` searches. */
export const isSearched = ({ query }: AnyEndpoint): boolean =>
  query !== undefined && 'shape' in query && 'q' in (query.shape as object);

/** Whose search it is: the person's or the administrator's, or else that of an address. */
export function searcherOf(req: Request, res: Response): string {
  const { caller, messengerId } = res.locals;
  const person = caller?.user?.messenger_id ?? messengerId;
  if (person !== undefined) return `user ${person}`;
  return caller?.key === undefined ? `address ${addressOf(req)}` : `key ${caller.key}`;
}

/**
 * Limits the searches that run at once, so that they leave connections and CPU to other requests. Two
 * more limits refuse a search: its statements may take 500 ms each (`search-transactions.ts`), and it
 * counts up to 10 times among the reads of a minute (`readsPeople` in `endpoint.ts`).
 */
export class SearchLimiter {
  readonly #places: KeyedLimit<string>;

  /** @param options.poolSize the connections of this process */
  constructor({ poolSize, maxWaitMs }: { poolSize: number; maxWaitMs: number }) {
    // Even a small pool keeps a connection for other requests.
    const searches = Math.max(1, Math.min(SEARCHES, poolSize - 1));
    this.#places = new KeyedLimit({
      limit: (key) => (key === ALL ? searches : SEARCHES_OF_ONE),
      waitMs: maxWaitMs,
      refusal: () => {
        requestRefused.publish({ reason: 'search' });
        return 'Too many searches at once; try again later';
      },
    });
  }

  /**
   * Runs the search of `searcher`, who waits for their own places first and takes none from others.
   *
   * @throws AppError SERVICE_UNAVAILABLE after the longest wait
   */
  run<T>(searcher: string, search: () => Promise<T>): Promise<T> {
    return this.#places.run([`by ${searcher}`, ALL], search);
  }
}
