import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { FeedbackStatistics } from '../../domain/feedback/feedback.ts';
import { type FeedbackFilter, filterFeedback } from './feedback.sql.ts';

/** Clients send any category, and feedback is kept for years. */
const MOST = { status: 10, rating: 10, category: 50, day: 400 } as const;
type Column = keyof typeof MOST;
const COLUMNS = Object.keys(MOST) as Column[];

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
           select ${COLUMNS}, count(*)::int,
                  ${COLUMNS.map((column) => `grouping(${column}) as not_by_${column}`)}
             from (?) chosen
            group by grouping sets (${COLUMNS.map((column) => `(${column})`)}))
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
