import {
  type Board,
  type PointCounts,
  pointCounts,
  usersAbove,
} from '../../domain/quests/boards.ts';
import type { Store } from '../../repositories/store.ts';

/** The age at which the counts of a board are read again. */
const MAX_AGE_MS = 5_000;
/** A board of 100,000 users who all have different points takes 1.2 MB. */
const MAX_BOARDS = 20;

interface Kept {
  readonly counts: Promise<PointCounts>;
  readonly atMs: number;
  isRead: boolean;
}

/**
 * The listed users of boards by their points, kept in this process: one query of a board at a time,
 * at most every 5 seconds, for the boards that were asked for last.
 */
export class RankCountsService {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /** The listed users with more points, at most 5 seconds ago. */
  async usersAbove(board: Board, points: number): Promise<{ users: number; as_of: string }> {
    const key = Object.values(board).join();
    const kept = this.#current(key) ?? this.#read(key, board);
    // The last one is the one that was asked for last.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_BOARDS && oldest !== undefined) this.#kept.delete(oldest);
    const users = usersAbove(await kept.counts, points);
    return { users, as_of: new Date(kept.atMs).toISOString() };
  }

  #current(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    const isCurrent = kept && (!kept.isRead || this.#now().getTime() - kept.atMs < MAX_AGE_MS);
    return isCurrent ? kept : undefined;
  }

  #read(key: string, board: Board): Kept {
    const counts = this.#store.read.leaderboards.listCounts(board).then(pointCounts);
    const kept: Kept = { counts, atMs: this.#now().getTime(), isRead: false };
    counts.then(
      () => {
        kept.isRead = true;
      },
      // The next caller tries again; the callers of this read receive its error.
      () => this.#kept.get(key) === kept && this.#kept.delete(key),
    );
    return kept;
  }
}
