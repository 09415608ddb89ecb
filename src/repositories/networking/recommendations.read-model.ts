import { OnDatabase } from '../../db/on-database.ts';
import { preparedQuery, statement } from '../../db/statement.ts';
import {
  MAX_RECOMMENDED,
  type RankedUser,
  type Signals,
} from '../../domain/networking/recommendations.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { PROFILES, RANKING } from './recommendations.sql.ts';

export interface RecommendationsView {
  readonly userId: number;
  /** Only users with a seat at this conference. */
  readonly conferenceId?: number | undefined;
  /** The ids of the users who are hidden from the user. */
  readonly hidden?: readonly number[];
}

interface RankingView extends RecommendationsView {
  /** Events that have ended by this time count less than coming ones. */
  readonly now: string;
}

/** A sum of weights, as the statement returns it by kind. */
type Sums = Readonly<Record<string, { readonly weight: number; readonly items: never[] | null }>>;
type RankingRow = Omit<RankedUser, 'signals'> & { readonly signals: Sums | null };

type View = {
  readonly userId: number;
  readonly conferenceId: number | null;
  readonly hidden: readonly number[];
};

const RANK = statement<View & { readonly now: string; readonly max: number }, RankingRow>(
  (db, { userId, conferenceId, hidden, now, max }) =>
    db.raw(RANKING, { userId, conferenceId, hidden, now, max }),
);

const LIST_PROFILES = preparedQuery<View & { readonly ids: readonly number[] }, ProfileRow>(
  (db, { userId, conferenceId, hidden, ids }) =>
    db.raw(PROFILES, { userId, conferenceId, hidden, ids }),
);

/** Users whom a user may want to meet. */
export class RecommendationsReadModel extends OnDatabase {
  /**
   * At most 200 listed users, best first, without those whom the user is connected with, has dismissed,
   * or may not see.
   */
  async rank({ userId, conferenceId, hidden = [], now }: RankingView): Promise<RankedUser[]> {
    const view = { userId, conferenceId: conferenceId ?? null, hidden, now, max: MAX_RECOMMENDED };
    const rows = await RANK.rows(this.db, view);
    return rows.map(({ signals, ...user }) => ({ ...user, signals: signalsOf(signals ?? {}) }));
  }

  /** The profiles of some ranked users, in any order, without those who may not be recommended now. */
  listProfiles(
    { userId, conferenceId, hidden = [] }: RecommendationsView,
    ids: readonly number[],
  ): Promise<ProfileRow[]> {
    return LIST_PROFILES.rows(this.db, {
      userId,
      conferenceId: conferenceId ?? null,
      hidden,
      ids,
    });
  }
}

function signalsOf({ o, l, i, e, c, f, t }: Sums): Signals {
  return {
    ...(o && { offers: shared(o) }),
    ...(l && { looks_for: shared(l) }),
    ...(i && { interests: shared(i) }),
    ...(e && { events: shared(e) }),
    ...(c && { conferences: shared(c) }),
    ...(f && { common: f.weight }),
    ...(t && { tags: t.weight }),
  };
}

const shared = ({ weight, items }: Sums[string]) => ({ weight, items: items ?? [] });
