import type { Knex } from 'knex';
import type { NumberedRequest, Page } from '../../db/pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import { MAX_RECOMMENDED, type Signals } from '../../domain/networking/recommendations.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { PROFILE_COLUMNS } from '../people/profiles.sql.ts';
import { recommendations } from './recommendations.sql.ts';

export interface RecommendationsView {
  readonly userId: number;
  /** Only users with a seat at this conference. */
  readonly conferenceId?: number | undefined;
  /** Events that have ended by this time count less than coming ones. */
  readonly now: string;
}

export interface RecommendedRow extends ProfileRow {
  /** From 0 to 1, in thousandths. */
  readonly score: number;
  readonly signals: Signals;
}

const STATEMENT = recommendations(PROFILE_COLUMNS);

/** A sum of weights, as the statement returns it by kind. */
type Sums = Readonly<Record<string, { readonly weight: number; readonly items: never[] | null }>>;
type StatementRow = Omit<ProfileRow, 'id'> & {
  readonly total: number;
  /** Null in the only row of an empty page. */
  readonly id: number | null;
  readonly score: number;
  readonly signals: Sums | null;
};

/** Users whom a user may want to meet. */
export class RecommendationsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * At most 200 listed users, best first, without those whom the user is connected with or has
   * dismissed. The best plan depends on how much the user shares with how many.
   */
  async list(
    { userId, conferenceId, now }: RecommendationsView,
    { page, limit }: NumberedRequest,
  ): Promise<Page<RecommendedRow>> {
    const offset = (page - 1) * limit;
    const { rows } = await this.#db
      .raw<{ rows: StatementRow[] }>(STATEMENT, {
        userId,
        conferenceId: conferenceId ?? null,
        now,
        max: MAX_RECOMMENDED,
        limit,
        offset,
      })
      .options(UNNAMED);
    const found = rows.flatMap(({ total: _, id, signals, ...row }) =>
      id === null ? [] : [{ ...row, id, signals: signalsOf(signals ?? {}) }],
    );
    return { rows: found, limit, page, total: rows[0]?.total ?? 0, isTotalExact: true };
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
