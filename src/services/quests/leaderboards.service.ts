import type { User } from '../../domain/people/users.ts';
import {
  dayOf,
  type Leaderboard,
  leaderboardOf,
  MAX_EXACT_RANK,
  type PointCounts,
  pointCounts,
  usersAbove,
} from '../../domain/quests/leaderboards.ts';
import type { Period, Scope } from '../../domain/quests/points.ts';
import { isPublic as isPublicQuest } from '../../domain/quests/quests.ts';
import { invalid, notFound } from '../../errors.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import { clockOffsetOf } from '../../lib/time-zones.ts';
import type {
  LeaderboardPage,
  LeaderboardPosition,
  ShownPage,
} from '../../repositories/quests/leaderboards.read-model.ts';
import type { Store } from '../../repositories/store.ts';

type LeaderboardRequest = Parameters<Store['read']['leaderboards']['list']>[1];

export type { LeaderboardPosition };

/** The age at which the counts of a board are read again. */
const MAX_AGE_MS = 5_000;
/** A board of 100,000 users who all have different points takes 1.2 MB. */
const MAX_BOARDS = 20;

/** The scope of a board: a quest, a conference, or everything. */
export interface LeaderboardFilter {
  readonly quest_id?: number | undefined;
  readonly conference_id?: number | undefined;
  readonly period: Period;
  /** A day of the period; today by default. */
  readonly date?: string | undefined;
}

/** The caller on a board. */
export interface OwnRank {
  /** Null without points. A user who is not listed has the rank that they would have. */
  readonly rank: number | null;
  readonly points: number;
  readonly reached_at: string | null;
  /** The points missing to the next higher rank; null at the top. */
  readonly points_to_next: number | null;
  readonly is_listed: boolean;
  /** Only for a rank that can be 5 seconds old. */
  readonly rank_as_of?: string;
}

/**
 * Leaderboards of everything, of a conference or of a quest. Ranks up to `MAX_EXACT_RANK` are counted;
 * for lower ones this process keeps the users by their points, at most 5 seconds old.
 */
export class LeaderboardsService {
  readonly #deps;
  readonly #rankCounts: SharedReads<string, { counts: PointCounts; as_of: string }>;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
    const { now } = deps;
    this.#rankCounts = new SharedReads({ maxAgeMs: MAX_AGE_MS, maxValues: MAX_BOARDS, now });
  }

  /**
   * The listed users with points, and the caller's own rank. Users hidden from the caller have no name.
   * @throws AppError NOT_FOUND also for a draft, and for a quest that is hidden or has not started;
   *   VALIDATION_ERROR for both a quest and a conference
   */
  async list(
    caller: Pick<User, 'id'> | undefined,
    filter: LeaderboardFilter,
    request: LeaderboardRequest,
  ): Promise<{ page: ShownPage; me: OwnRank | undefined }> {
    const board = await this.#board(filter, { isPublic: true });
    const { blocks, leaderboards } = this.#deps.store.read;
    const hidden = await blocks.listHidden(caller?.id);
    const [page, me] = await Promise.all([
      leaderboards.list(board, request, hidden),
      caller && this.#rankOf(caller, board),
    ]);
    return { page, me };
  }

  /**
   * All users with points, including users whom the board leaves out, who have no rank.
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for both a quest and a conference
   */
  async listAll(filter: LeaderboardFilter, request: LeaderboardRequest): Promise<LeaderboardPage> {
    const board = await this.#board(filter, { isPublic: false });
    return this.#deps.store.read.leaderboards.listAll(board, request);
  }

  /** The rank of a user among all listed users, as `list` gives it; null without points. */
  async rankAmongAll(user: Pick<User, 'id'>): Promise<number | null> {
    const board = await this.#board({ period: 'all' }, { isPublic: true });
    return (await this.#rankOf(user, board))?.rank ?? null;
  }

  async #rankOf({ id }: Pick<User, 'id'>, board: Leaderboard): Promise<OwnRank | undefined> {
    const own = await this.#deps.store.read.leaderboards.findOwn(board, id);
    if (!own) return undefined;
    const { points, reached_at, is_listed, above, next_points } = own;
    const place = {
      points,
      reached_at,
      points_to_next: next_points === null ? null : next_points - points,
      is_listed,
    };
    if (points <= 0) return { ...place, rank: null };
    if (above <= MAX_EXACT_RANK) return { ...place, rank: above + 1 };
    const key = Object.values(board).join();
    const { counts, as_of } = await this.#rankCounts.get(key, () => this.#countsOf(board));
    // The kept counts may contain fewer users than were just counted.
    const users = Math.max(usersAbove(counts, points), above);
    return { ...place, rank: users + 1, rank_as_of: as_of };
  }

  async #countsOf(board: Leaderboard): Promise<{ counts: PointCounts; as_of: string }> {
    const as_of = this.#deps.now().toISOString();
    return {
      counts: pointCounts(await this.#deps.store.read.leaderboards.listCounts(board)),
      as_of,
    };
  }

  async #board(
    filter: LeaderboardFilter,
    { isPublic }: { isPublic: boolean },
  ): Promise<Leaderboard> {
    const { quest_id, conference_id, period } = filter;
    if (quest_id !== undefined && conference_id !== undefined)
      throw invalid('quest_id', 'expected either quest_id or conference_id', 'not_beside', {
        field: 'conference_id',
      });
    const { scope, timezone } = await this.#scope(filter, isPublic);
    const day = filter.date ?? dayOf(this.#deps.now(), clockOffsetOf(timezone));
    return leaderboardOf(scope, period, day);
  }

  async #scope(
    { quest_id, conference_id }: LeaderboardFilter,
    isPublic: boolean,
  ): Promise<{ scope: Scope; timezone: string }> {
    if (quest_id !== undefined) {
      const quest = await this.#deps.store.quests.find(quest_id);
      if (!quest || (isPublic && !isPublicQuest(quest, this.#deps.now()))) throw notFound('quest');
      return { scope: { scope: 'quest', id: quest.id }, timezone: quest.timezone };
    }
    if (conference_id !== undefined) {
      const conference = await this.#deps.store.conferences.find(conference_id);
      if (!conference || (isPublic && conference.status === 'draft')) throw notFound('conference');
      return { scope: { scope: 'conference', id: conference.id }, timezone: conference.timezone };
    }
    return { scope: { scope: 'all' }, timezone: 'UTC' };
  }
}
