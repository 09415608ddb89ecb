import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { exactlySearchedPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { FeedbackRow, FeedbackStatus } from '../../domain/feedback/feedback.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { containingEveryWord, orWithId } from '../word-search.sql.ts';

const COLUMNS = [
  'f.id',
  'f.message',
  'f.rating',
  'f.category',
  'f.contact',
  'f.context',
  'f.status',
  'f.note',
  'f.created_at',
  'f.user_id',
  'u.first_name',
  'u.last_name',
  'u.username',
] as const satisfies readonly `${'f' | 'u'}.${keyof FeedbackRow}`[];

/** Feedback without a rating comes first, as 0. */
const KEYS = { created_at: 'f.created_at', rating: 'coalesce(f.rating, 0)' } as const;

export interface AdminFeedbackFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: FeedbackStatus | undefined;
  readonly rating?: number | undefined;
  readonly category?: string | undefined;
  readonly user_id?: number | undefined;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  /** Exact words of the message. */
  readonly q?: string | undefined;
}

/** Feedback as administrators read it. */
export class AdminFeedbackReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<FeedbackRow | undefined> {
    return this.#feedback().where('f.id', id).first();
  }

  async list(
    filter: AdminFeedbackFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<FeedbackRow, SortPosition>> {
    const sorting = { sort: filter.sort, keys: KEYS, id: 'f.id' };
    // Typing errors are not forgiven: a comparison takes 2 ms for a message of 640 characters.
    return exactlySearchedPage(filter.q, request, {
      key: 'f.id',
      of: (words) => sorted(this.#listed({ ...filter, ...words }), sorting),
      isMatch: (feedback, q) => search(feedback, { q, matching: 'inspected' }),
      read: (query, page, total) =>
        sortedPage<FeedbackRow, keyof typeof KEYS>(query, page, { ...sorting, total }),
    });
  }

  #listed(filter: AdminFeedbackFilter): Knex.QueryBuilder {
    const { q, from, to, status, rating, category, user_id } = filter;
    const query = this.#feedback();
    for (const [column, value] of Object.entries({ status, rating, category, user_id })) {
      if (value !== undefined) query.where(`f.${column}`, value);
    }
    if (from) query.where('f.created_at', '>=', from);
    if (to) query.where('f.created_at', '<', to);
    if (q) search(query, { q });
    // A common rating or category has another best plan than a rare one.
    return query.options(UNNAMED);
  }

  #feedback() {
    return this.#db('feedback as f').leftJoin('users as u', 'u.id', 'f.user_id').select(COLUMNS);
  }
}

const search = (
  query: Knex.QueryBuilder,
  { q, matching }: Searched<{ readonly q: string }>,
): void =>
  orWithId(query, { q, id: 'f.id' }, (feedback) =>
    containingEveryWord(feedback, { q, matching }, 'f.search_text'),
  );
