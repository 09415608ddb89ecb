import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { exactlySearchedPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type {
  FeedbackRow,
  FeedbackStatistics,
  FeedbackStatus,
} from '../../domain/feedback/feedback.ts';
import { type Sort, type SortPosition, sortOf } from '../../domain/sorts.ts';
import { containingEveryWord, orWithId } from '../search.sql.ts';
import { type FeedbackFilter, filterFeedback, MESSAGE } from './feedback.sql.ts';

const COLUMNS = [
  'f.id',
  'f.rating',
  'f.category',
  'f.contact',
  'f.context',
  'f.status',
  'f.note',
  'f.created_at',
  'f.conference_id',
  'f.event_id',
  'f.agenda_item_id',
  'f.is_rating',
  'f.shared_at',
  'f.user_id',
  'u.first_name',
  'u.last_name',
  'u.username',
] as const satisfies readonly `${'f' | 'u'}.${keyof FeedbackRow}`[];

const ABOUT = 'coalesce(e.title, i.title, c.name) as about';

/** Feedback without a rating comes first, as 0. */
const KEYS = { created_at: 'f.created_at', rating: 'coalesce(f.rating, 0)' } as const;

export interface AdminFeedbackFilter extends FeedbackFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: FeedbackStatus | undefined;
  readonly rating?: number | undefined;
  readonly category?: string | undefined;
  readonly user_id?: number | undefined;
  /** Exact words of the message. */
  readonly q?: string | undefined;
}

/** Feedback as administrators read it. */
export class AdminFeedbackReadModel extends OnDatabase {
  async find(id: number): Promise<FeedbackRow | undefined> {
    return this.#feedback().where('f.id', id).first();
  }

  async list(
    filter: AdminFeedbackFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<FeedbackRow, SortPosition>> {
    const sorting = { sort: filter.sort, keys: KEYS, id: 'f.id' };
    // PostgreSQL expects one row after the largest of few values, and would join and sort all that follow.
    const isByKeys = sortOf(filter.sort).key === 'rating';
    // Typing errors are not forgiven: a comparison takes 2 ms for a message of 640 characters.
    return exactlySearchedPage(filter.q, request, {
      key: 'f.id',
      of: (words) => sorted(this.#listed({ ...filter, ...words }), sorting),
      read: (query, page, total) =>
        sortedPage<FeedbackRow, keyof typeof KEYS>(query, page, { ...sorting, isByKeys, total }),
    });
  }

  #listed(filter: Searched<AdminFeedbackFilter>): Knex.QueryBuilder {
    const { q, matching, status, rating, category, user_id } = filter;
    const query = this.#feedback();
    for (const [column, value] of Object.entries({ status, rating, category, user_id })) {
      if (value !== undefined) query.where(`f.${column}`, value);
    }
    filterFeedback(query, filter);
    if (q) search(query, { q, matching });
    return query;
  }

  #feedback() {
    return this.db('feedback as f')
      .leftJoin('users as u', 'u.id', 'f.user_id')
      .leftJoin('conferences as c', 'c.id', 'f.conference_id')
      .leftJoin('events as e', 'e.id', 'f.event_id')
      .leftJoin('agenda_items as i', 'i.id', 'f.agenda_item_id')
      .select(COLUMNS)
      .select(this.db.raw(MESSAGE), this.db.raw(ABOUT));
  }
}

const search = (
  query: Knex.QueryBuilder,
  { q, matching }: Searched<{ readonly q: string }>,
): void =>
  orWithId(query, { q, id: 'f.id' }, (feedback) =>
    containingEveryWord(feedback, { q, matching }, 'f.search_text'),
  );

/** Clients send any category, and feedback is kept for years. */
const MOST = { status: 10, rating: 10, category: 50, day: 400 } as const;
type Column = keyof typeof MOST;
const STATISTICS_COLUMNS = Object.keys(MOST) as Column[];

/** SQL: the groups by this column. `grouping` is 0 for the column of a group, and 1 for all others. */
const groupsBy = (column: Column): string => `groups where not_by_${column} = 0`;

/** SQL: the numbers of feedback by a column, as JSON. */
const countsBy = (column: Column, order: string): string =>
  `(select coalesce(json_agg(n), '[]') from (
      select ${column}, count from ${groupsBy(column)} order by ${order} limit ${MOST[column]}) n)
     as by_${column}`;

/** Counts feedback for administrators. */
export class FeedbackStatisticsReadModel extends OnDatabase {
  /** Reads all feedback of the filter once. */
  async find(filter: FeedbackFilter): Promise<FeedbackStatistics> {
    const chosen = this.db('feedback as f')
      .leftJoin('conferences as c', 'c.id', 'f.conference_id')
      .select(
        'f.status',
        'f.rating',
        'f.category',
        this.db.raw(`(f.created_at at time zone coalesce(c.timezone, 'UTC'))::date as day`),
      );
    filterFeedback(chosen, filter);
    const { rows } = await this.db.raw<{ rows: FeedbackStatistics[] }>(
      `with groups as materialized (
           select ${STATISTICS_COLUMNS}, count(*)::int,
                  ${STATISTICS_COLUMNS.map((column) => `grouping(${column}) as not_by_${column}`)}
             from (?) chosen
            group by grouping sets (${STATISTICS_COLUMNS.map((column) => `(${column})`)}))
         select (select coalesce(sum(count), 0)::int from ${groupsBy('status')}) as total,
                (select round(sum(rating * count)::numeric / sum(count), 2)::float8
                   from ${groupsBy('rating')} and rating is not null) as average_rating,
                ${countsBy('status', 'status')},
                ${countsBy('rating', 'rating')},
                ${countsBy('category', 'count desc, category')},
                ${countsBy('day', 'day desc')}`,
      [chosen],
    );
    return onlyRow(rows);
  }
}
