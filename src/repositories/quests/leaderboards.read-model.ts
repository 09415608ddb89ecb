import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import {
  MAX_ADMIN_TOTAL,
  type Page,
  type PageRequest,
  queryList,
  sizeShown,
} from '../../db/pages.ts';
import { preparedQuery } from '../../db/statement.ts';
import {
  HIDDEN_ATTENDEE,
  type Leaderboard,
  type LeaderboardUser,
  MAX_EXACT_RANK,
  type Preceding,
  ranked,
  TOP,
} from '../../domain/quests/leaderboards.ts';

interface PlacedUser {
  readonly points: number;
  readonly reached_at: string;
  /** Whether the public board has the user. */
  readonly is_listed: boolean;
  readonly is_ranked: boolean;
  readonly is_blocked: boolean;
  readonly user: LeaderboardUser;
}

export interface LeaderboardRow extends PlacedUser {
  readonly rank: number | null;
}

/** The last row, and the totals that determine the ranks of the rows after it. */
export type LeaderboardPosition = readonly [
  points: number,
  reached_at: string,
  user_id: number,
  above: number,
  listed: number,
];
export type LeaderboardPage = Page<LeaderboardRow, LeaderboardPosition>;

/** A row of the public board; a user who is hidden from the viewer has no name. */
export interface ShownRow extends Omit<LeaderboardRow, 'user'> {
  readonly user: LeaderboardUser | typeof HIDDEN_ATTENDEE;
}
export type ShownPage = Page<ShownRow, LeaderboardPosition>;

/** The position of a user on a board, listed or not. */
export interface OwnPlace {
  readonly points: number;
  readonly reached_at: string | null;
  readonly is_listed: boolean;
  /** The listed users with more points; at most 1,001. */
  readonly above: number;
  /** The points of the next listed user with more points. */
  readonly next_points: number | null;
}

/** SQL for the rows of a board in `point_totals t`: each is in one of the two indexes of ranks. */
const ON_BOARD = `
  t.scope = :scope and t.scope_id = :scope_id and t.period = :period
  and t.period_start = :period_start and t.points > 0`;
const LISTED = ['t.is_ranked'];
const ALL_USERS = ['t.is_ranked', 'not t.is_ranked'];
/** Two ranges of an index: one condition with OR would read all users with these points. */
const AFTER = [
  't.points = :points and (t.reached_at, t.user_id) > (:reached_at, :after_id)',
  't.points < :points',
];

/** SQL for one page: the first rows of each range, merged. Their indexes have all that is read of them. */
const pageOf = (ranges: readonly string[]): string => `
  select page.points, page.reached_at, u.is_listed and u.is_ranked as is_listed, u.is_ranked, u.is_blocked,
         json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
                           'photo_url', u.photo_url, 'company', u.company) as "user"
    from (select * from (${ranges
      .map(
        (range) => `
           (select t.user_id, t.points, t.reached_at
              from point_totals t
             where ${ON_BOARD} and ${range}
             order by t.points desc, t.reached_at, t.user_id
             limit :reach)`,
      )
      .join(' union all ')}) merged
           order by points desc, reached_at, user_id
           limit :rows offset :offset) page
    join users u on u.id = page.user_id
   order by page.points desc, page.reached_at, page.user_id`;

const OWN = preparedQuery<
  { [K in keyof Leaderboard]: Leaderboard[K] } & { user_id: number },
  OwnPlace
>((db, { scope, scope_id, period, period_start, user_id }) =>
  db.raw(
    `select own.points, own.reached_at, own.is_listed,
            (select count(*)::integer
               from (select from point_totals t
                      where ${ON_BOARD} and t.is_ranked and t.points > own.points
                      limit ${MAX_EXACT_RANK + 1}) counted) as above,
            (select t.points from point_totals t
              where ${ON_BOARD} and t.is_ranked and t.points > own.points
              order by t.points limit 1) as next_points
       from (select coalesce(kept.points, 0) as points, kept.reached_at,
                    u.is_listed and u.is_ranked as is_listed
               from users u
               left join point_totals kept
                      on kept.scope = :scope and kept.scope_id = :scope_id
                         and kept.period = :period and kept.period_start = :period_start
                         and kept.user_id = u.id
              where u.id = :user_id) own`,
    { scope, scope_id, period, period_start, user_id },
  ),
);

/** Leaderboards: users by points, then by the time at which they reached them. */
export class LeaderboardsReadModel extends OnDatabase {
  /** The users on the public board; hidden ones keep their rank, without their name. */
  async list(
    board: Leaderboard,
    request: PageRequest<LeaderboardPosition>,
    hidden: readonly number[] = [],
  ): Promise<ShownPage> {
    const page = await this.#page(board, request, { ranges: LISTED, hidden });
    const isHidden = new Set(hidden);
    const rows = page.rows.map((row) =>
      isHidden.has(row.user.id) ? { ...row, user: HIDDEN_ATTENDEE } : row,
    );
    return { ...page, rows };
  }

  /** All users with points, including users whom the board leaves out. */
  async listAll(
    board: Leaderboard,
    request: PageRequest<LeaderboardPosition>,
  ): Promise<LeaderboardPage> {
    return this.#page(board, request, { ranges: ALL_USERS, most: MAX_ADMIN_TOTAL });
  }

  async findOwn(board: Leaderboard, user_id: number): Promise<OwnPlace | undefined> {
    return OWN.first(this.db, { ...board, user_id });
  }

  /** The listed users by their points, the most points first. */
  async listCounts(
    board: Leaderboard,
  ): Promise<readonly { readonly points: number; readonly users: number }[]> {
    const { rows } = await this.db.raw(
      `select t.points, count(*)::integer as users from point_totals t
        where ${ON_BOARD} and t.is_ranked
        group by t.points order by t.points desc`,
      { ...board },
    );
    return rows;
  }

  async #page(
    board: Leaderboard,
    request: PageRequest<LeaderboardPosition>,
    {
      ranges,
      most,
      hidden = [],
    }: { ranges: readonly string[]; most?: number; hidden?: readonly number[] },
  ): Promise<LeaderboardPage> {
    const { limit } = request;
    if ('after' in request) {
      const [points, reached_at, after_id, above, listed] = request.after;
      const halves = ranges.flatMap((range) => AFTER.map((half) => `${range} and ${half}`));
      const after = { points, reached_at, after_id };
      const rows = await this.#rows(pageOf(halves), { ...board, ...after, offset: 0, limit });
      return { limit, ...cut(rows, limit, { before: { points, above, listed }, hidden }) };
    }
    const offset = (request.page - 1) * limit;
    const rows = await this.#rows(pageOf(ranges), { ...board, offset, limit });
    const shown = rows.length > limit ? undefined : sizeShown(offset, rows.length);
    const count = await queryList(this.#counted(board, ranges), { most }).total(shown);
    const before = offset === 0 ? TOP : await this.#preceding(board, rows[0]);
    return { limit, page: request.page, ...count, ...cut(rows, limit, { before, hidden }) };
  }

  async #rows(
    sql: string,
    { limit, ...values }: Leaderboard & { limit: number; offset: number },
  ): Promise<PlacedUser[]> {
    // One extra row shows whether more rows follow.
    const rows = limit + 1;
    // Unnamed, because a first page and a deep one have different plans.
    const bindings = { ...values, rows, reach: values.offset + rows };
    const found = await this.db.raw(sql, bindings);
    return found.rows;
  }

  /**
   * Counts range by range, like the pages: together they have no index, and took 24 ms instead of
   * 2.
   */
  #counted(board: Leaderboard, ranges: readonly string[]): Knex.QueryBuilder {
    const [first, ...others] = ranges.map((range) =>
      this.db('point_totals as t')
        .select('t.user_id')
        .where({ ...board })
        .where('t.points', '>', 0)
        .whereRaw(range),
    );
    const halves = (first as Knex.QueryBuilder).unionAll(others);
    return this.db.queryBuilder().from(halves.as('halves'));
  }

  /** The totals before the first row of a page by number. */
  async #preceding(board: Leaderboard, first: PlacedUser | undefined): Promise<Preceding> {
    if (!first) return TOP;
    const { points, reached_at, user } = first;
    const { rows } = await this.db.raw(
      `select count(*) filter (where t.points > :points)::integer as above, count(*)::integer as listed
         from point_totals t
        where ${ON_BOARD} and t.is_ranked and t.points >= :points
          and (t.points > :points or (t.reached_at, t.user_id) < (:reached_at, :user_id))`,
      { ...board, points, reached_at, user_id: user.id },
    );
    return { points, ...rows[0] };
  }
}

function cut(
  found: readonly PlacedUser[],
  limit: number,
  { before, hidden }: { before: Preceding; hidden: readonly number[] },
): { rows: LeaderboardRow[]; next: LeaderboardPosition | null } {
  const rows = ranked(found.slice(0, limit), before);
  const last = rows.at(-1);
  const following = found[limit];
  if (!last || !following) return { rows, next: null };
  const id = hidden.includes(last.user.id) ? idBefore(following, last) : last.user.id;
  const { points, reached_at, preceding } = last;
  return { rows, next: [points, reached_at, id, preceding.above, preceding.listed] };
}

/** The id of a position between two rows that does not name the first one. */
const idBefore = (following: PlacedUser, { points, reached_at }: PlacedUser): number =>
  following.points === points && following.reached_at === reached_at
    ? following.user.id - 1
    : Number.MAX_SAFE_INTEGER;
