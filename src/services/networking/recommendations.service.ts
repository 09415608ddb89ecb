import type { NumberedRequest, Page } from '../../db/pages.ts';
import { type Reason, reasonsOf } from '../../domain/networking/recommendations.ts';
import { type PublicProfile, publicProfile } from '../../domain/people/profiles.ts';
import { notFound } from '../../errors.ts';
import type { RecommendedRow } from '../../repositories/networking/recommendations.read-model.ts';
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

const MINUTE_MS = 60_000;

/** Recommends users to users. */
export class RecommendationsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /**
   * Lists at most 200 users, best first. Within a minute, the order of unchanged users stays.
   *
   * @throws AppError NOT_FOUND if the conference is a draft or does not exist
   */
  async list(
    userId: number,
    { conference_id }: { readonly conference_id?: number | undefined },
    page: NumberedRequest,
  ): Promise<Page<RecommendedUser>> {
    if (conference_id !== undefined) {
      const conference = await this.#store.read.conferences.find({ id: conference_id });
      if (!conference) throw notFound('conference');
    }
    const minute = Math.floor(this.#now().getTime() / MINUTE_MS) * MINUTE_MS;
    const view = { userId, conferenceId: conference_id, now: new Date(minute).toISOString() };
    const found = await this.#store.read.recommendations.list(view, page);
    return { ...found, rows: found.rows.map(recommendedUser) };
  }

  /**
   * Dismisses a user, who is not recommended again. Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user is not listed, or is the caller
   */
  async dismiss(userId: number, id: number): Promise<Dismissal> {
    const now = this.#now().toISOString();
    if (!(await this.#store.recommendations.insertDismissal(userId, id, now))) {
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
    if (!(await this.#store.recommendations.deleteDismissal(userId, id))) throw notFound('user');
    return { id, dismissed: false };
  }
}

function recommendedUser({ score, signals, ...row }: RecommendedRow): RecommendedUser {
  return { ...publicProfile(row), score, reasons: reasonsOf(signals, row) };
}
