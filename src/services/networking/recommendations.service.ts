import { hash } from 'node:crypto';
import type { NumberedRequest, Page } from '../../db/pages.ts';
import {
  type MatchTerm,
  ownedTerms,
  profileTerms,
  TERM_KINDS,
} from '../../domain/networking/match-terms.ts';
import {
  ageOfRanking,
  type FindRanked,
  RankingCache,
} from '../../domain/networking/ranking-cache.ts';
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
  /** The terms of the caller's profile, and their hash. */
  readonly terms: readonly MatchTerm[];
  readonly profile: string;
  /** The attendees of the conference; 0 without one. */
  readonly people: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** How long a run of the job ranks, of each minute: a third of one connection. */
const REFRESH_MS = 20_000;
const REFRESHED_AT_ONCE = 20;
/** A ranking of 200 users takes 28 kB, so all of them take 28 MB at most. */
const MAX_RANKINGS = 1_000;

/** Recommends users to users. */
export class RecommendationsService {
  readonly #deps;
  readonly #rankings: SharedReads<string, RankingCache>;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
    const { now } = deps;
    this.#rankings = new SharedReads({ maxAgeMs: MINUTE_MS, maxValues: MAX_RANKINGS, now });
  }

  /**
   * Lists at most 200 users, best first. Order and reasons are at most 6 hours old, and made again when
   * the caller's profile or a twentieth of the conference's attendees changed; who may be recommended,
   * and their profiles, are read for each answer.
   *
   * @throws AppError NOT_FOUND if the conference is a draft or does not exist
   */
  async list(
    caller: User,
    { conference_id }: { readonly conference_id?: number | undefined },
    page: NumberedRequest,
  ): Promise<Page<RecommendedUser>> {
    const view = await this.#view(caller, conference_id);
    if (!view) throw notFound('conference');
    const ranking = await this.#ranking(view);
    const found = await this.#page(ranking, view, page);
    if (!ranking.isShortened || found.rows.length === page.limit) return found;
    // Others may take the places of those who are gone.
    await this.#forget(caller.id);
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
    await this.#forget(userId);
    return { id, dismissed: false };
  }

  /**
   * Makes the rankings again that were read an hour after they were made, for 20 s at most, and deletes
   * those of the day before. Returns their numbers.
   *
   * @throws the reason of `signal` when it aborts the run; AggregateError with the failures, after all were
   *   tried
   */
  async refresh(signal: AbortSignal): Promise<{ made: number; deleted: number }> {
    const { store, now } = this.#deps;
    const start = performance.now();
    const failures: unknown[] = [];
    let made = 0;
    for (let hasMore = true; hasMore && performance.now() - start < REFRESH_MS; ) {
      const due = await store.cachedRankings.updateDueTaken(REFRESHED_AT_ONCE);
      for (const { userId, conferenceId } of due) {
        signal.throwIfAborted();
        try {
          const user = await store.users.find(userId);
          const view = user && (await this.#view(user, conferenceId ?? undefined));
          if (!view) continue;
          await this.#rank(view);
          made += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      hasMore = due.length === REFRESHED_AT_ONCE;
    }
    const yesterday = new Date(now().getTime() - DAY_MS).toISOString();
    const deleted = await store.cachedRankings.deleteMadeBefore(yesterday);
    if (failures.length > 0) throw new AggregateError(failures, 'rankings failed');
    return { made, deleted };
  }

  /** Undefined if the conference is a draft or does not exist. */
  async #view(caller: User, conferenceId: number | undefined): Promise<View | undefined> {
    const { read } = this.#deps.store;
    const conference =
      conferenceId === undefined ? undefined : await read.conferences.find({ id: conferenceId });
    if (conferenceId !== undefined && !conference) return undefined;
    const terms = profileTerms(caller);
    const profile = hash('sha1', JSON.stringify(terms));
    const hidden = await read.blocks.listHidden(caller.id);
    const people = conference?.attendee_count ?? 0;
    return { userId: caller.id, conferenceId, hidden, terms, profile, people };
  }

  /** A changed profile of the caller has other terms, so it has a new ranking in every process. */
  #ranking(view: View): Promise<RankingCache> {
    const { userId, conferenceId, profile } = view;
    return this.#rankings.get(`${userId} ${conferenceId} ${profile}`, () => this.#kept(view));
  }

  async #kept(view: View): Promise<RankingCache> {
    const { cachedRankings } = this.#deps.store;
    const of = { userId: view.userId, conferenceId: view.conferenceId ?? null };
    const kept = await cachedRankings.find(of);
    const age = kept && ageOfRanking(kept, { ...view, at: this.#deps.now() });
    if (!kept || age === 'outdated') return this.#rank(view);
    if (age === 'due') await cachedRankings.updateDue(of);
    return RankingCache.from(kept.ranking);
  }

  async #rank({ userId, conferenceId, hidden, terms, profile, people }: View) {
    const { store, now } = this.#deps;
    const minute = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS;
    const ranked = await store.read.recommendations.rank({
      userId,
      conferenceId,
      hidden,
      now: new Date(minute).toISOString(),
    });
    const ranking = RankingCache.of(ranked, terms);
    const made_at = now().toISOString();
    const kept = { profile, people, made_at, ranking: ranking.text };
    await store.cachedRankings.upsert({ userId, conferenceId: conferenceId ?? null }, kept);
    return ranking;
  }

  /** A page of those who may still be recommended; the others are removed from the ranking. */
  async #page(
    ranking: RankingCache,
    { terms, profile: _, people: __, ...view }: View,
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

  async #forget(userId: number): Promise<void> {
    await this.#deps.store.cachedRankings.deleteAllOf(userId);
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
