import { hash } from 'node:crypto';
import type { NumberedRequest, Page } from '../../db/pages.ts';
import {
  type MatchTerm,
  ownedTerms,
  profileTerms,
  TERM_KINDS,
} from '../../domain/networking/match-terms.ts';
import { type FindRanked, RankingCache } from '../../domain/networking/ranking-cache.ts';
import { type Reason, reasonsOf } from '../../domain/networking/recommendations.ts';
import {
  type ProfileRow,
  type PublicProfile,
  publicProfile,
} from '../../domain/people/profiles.ts';
import type { User } from '../../domain/people/users.ts';
import { notFound } from '../../errors.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type { Store } from '../../repositories/store.ts';

/** A user whom the caller may want to meet, and why. */
export interface RecommendedUser extends PublicProfile {
  /** From 0 to 1, in thousandths. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** Whether the caller does not want a user to be recommended. */
export interface Dismissal {
  readonly id: number;
  readonly dismissed: boolean;
}

/** What decides a ranking. */
interface View {
  readonly userId: number;
  readonly conferenceId: number | undefined;
  /** The users hidden from the caller; a kept ranking can be older than a block. */
  readonly hidden: readonly number[];
  /** The terms of the caller's profile. */
  readonly terms: readonly MatchTerm[];
}

const MINUTE_MS = 60_000;
/** A ranking of 200 users takes 28 kB, so all of them take 28 MB at most. */
const MAX_RANKINGS = 1_000;

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** Recommends users to users. */
export class RecommendationsService {
  readonly #deps: Deps;
  readonly #rankings: SharedReads<string, RankingCache>;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { now } = deps;
    this.#rankings = new SharedReads({ maxAgeMs: MINUTE_MS, maxValues: MAX_RANKINGS, now });
  }

  /**
   * Lists at most 200 users, best first. Order and reasons are at most a minute old; who may be
   * recommended, and their profiles, are read for each answer.
   *
   * @throws AppError NOT_FOUND if the conference is a draft or does not exist
   */
  async list(
    caller: User,
    { conference_id }: { readonly conference_id?: number | undefined },
    page: NumberedRequest,
  ): Promise<Page<RecommendedUser>> {
    if (conference_id !== undefined) {
      const conference = await this.#deps.store.read.conferences.find({ id: conference_id });
      if (!conference) throw notFound('conference');
    }
    const terms = profileTerms(caller);
    const hidden = await this.#deps.store.read.blocks.listHidden(caller.id);
    const view = { userId: caller.id, conferenceId: conference_id, hidden, terms };
    const ranking = await this.#ranking(view);
    const found = await this.#page(ranking, view, page);
    if (!ranking.isShortened || found.rows.length === page.limit) return found;
    // Others may take the places of those who are gone.
    this.#forget(caller.id);
    return this.#page(await this.#ranking(view), view, page);
  }

  /**
   * Dismisses a user, who is not recommended again. Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user is not listed, or is the caller
   */
  async dismiss(userId: number, id: number): Promise<Dismissal> {
    const now = this.#deps.now().toISOString();
    if (!(await this.#deps.store.recommendations.insertDismissal(userId, id, now))) {
      throw notFound('user');
    }
    return { id, dismissed: true };
  }

  /**
   * Undoes the dismissal of a user. Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user is not listed, or is the caller
   */
  async undoDismissal(userId: number, id: number): Promise<Dismissal> {
    if (!(await this.#deps.store.recommendations.deleteDismissal(userId, id)))
      throw notFound('user');
    this.#forget(userId);
    return { id, dismissed: false };
  }

  /** A changed profile of the caller has other terms, so it has a new ranking in every process. */
  #ranking(view: View): Promise<RankingCache> {
    const { userId, conferenceId, terms } = view;
    const profile = hash('sha1', JSON.stringify(terms));
    return this.#rankings.get(`${userId} ${conferenceId} ${profile}`, () => this.#rank(view));
  }

  async #rank({ userId, conferenceId, hidden, terms }: View): Promise<RankingCache> {
    const minute = Math.floor(this.#deps.now().getTime() / MINUTE_MS) * MINUTE_MS;
    const now = new Date(minute).toISOString();
    const ranked = await this.#deps.store.read.recommendations.rank({
      userId,
      conferenceId,
      hidden,
      now,
    });
    return new RankingCache(ranked, terms);
  }

  /** A page of those who may still be recommended; the others are removed from the ranking. */
  async #page(
    ranking: RankingCache,
    { terms, ...view }: View,
    { page, limit }: NumberedRequest,
  ): Promise<Page<RecommendedUser>> {
    for (;;) {
      const ids = ranking.ids((page - 1) * limit, limit);
      const profiles = await this.#deps.store.read.recommendations.listProfiles(view, ids);
      const byId = new Map(profiles.map((profile) => [profile.id, profile]));
      const gone = ids.filter((id) => !byId.has(id));
      if (gone.length === 0) {
        const find = ranking.reader(terms);
        const rows = ids.flatMap((id) => {
          const profile = byId.get(id);
          return profile ? recommendedUser(profile, find(id)) : [];
        });
        return { rows, limit, page, total: ranking.size, isTotalExact: true };
      }
      ranking.remove(new Set(gone));
    }
  }

  #forget(userId: number): void {
    this.#rankings.delete((key) => key.startsWith(`${userId} `));
  }
}

function recommendedUser(
  profile: ProfileRow,
  { score, signals }: ReturnType<FindRanked>,
): RecommendedUser {
  return { ...publicProfile(profile), score, reasons: reasonsOf(signals, profile) };
}

/** Bounds how long a transaction holds the locks of the users. */
const USERS_PER_TRANSACTION = 500;

/** Maintains the terms that recommendations compare. */
export class MatchTermsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Fills in the terms of the users in the backlog, then counts the users of each term. An
   * interrupted run continues where it stopped.
   *
   * @throws the reason of `signal` when it aborts the run
   */
  async rebuild(signal: AbortSignal): Promise<{ filled: number; changed: number }> {
    let filled = 0;
    for (let taken = -1; taken !== 0; filled += taken) {
      signal.throwIfAborted();
      taken = await this.#fill();
    }
    return { filled, changed: await this.#store.matchTerms.updateCounts() };
  }

  /** Returns the number of users. */
  async #fill(): Promise<number> {
    return this.#store.transaction(async (tx) => {
      const users = await tx.matchTerms.deleteFromBacklog(USERS_PER_TRANSACTION);
      const ids = users.map(({ id }) => id);
      await tx.matchTerms.update(ids, TERM_KINDS, users.flatMap(ownedTerms));
      return users.length;
    });
  }
}
