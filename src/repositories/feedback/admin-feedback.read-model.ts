import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { FeedbackRow, FeedbackStatus } from '../../domain/feedback/feedback.ts';
import { containingEveryWord } from '../word-search.sql.ts';

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

export interface AdminFeedbackFilter {
  readonly status?: FeedbackStatus | undefined;
  readonly rating?: number | undefined;
  readonly category?: string | undefined;
  readonly user_id?: number | undefined;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  /** Words of the message, exactly. */
  readonly q?: string | undefined;
}

/** The time and the id of the last row. */
export type AdminFeedbackPosition = readonly [created_at: string, id: number];

/** Feedback as administrators read it. */
export class AdminFeedbackReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<FeedbackRow | undefined> {
    return this.#feedback().where('f.id', id).first();
  }

  /** Latest first. */
  async list(
    filter: AdminFeedbackFilter,
    request: PageRequest<AdminFeedbackPosition>,
  ): Promise<Page<FeedbackRow, AdminFeedbackPosition>> {
    return keysetPage<FeedbackRow, AdminFeedbackPosition>(this.#listed(filter), request, {
      seek: (rows, after) => rows.whereRaw('(f.created_at, f.id) < (?, ?)', [...after]),
      positionOf: ({ created_at, id }) => [created_at, id],
    });
  }

  #listed(filter: AdminFeedbackFilter): Knex.QueryBuilder {
    const { q, from, to, status, rating, category, user_id } = filter;
    const query = this.#feedback().orderBy([
      { column: 'f.created_at', order: 'desc' },
      { column: 'f.id', order: 'desc' },
    ]);
    for (const [column, value] of Object.entries({ status, rating, category, user_id })) {
      if (value !== undefined) query.where(`f.${column}`, value);
    }
    if (from) query.where('f.created_at', '>=', from);
    if (to) query.where('f.created_at', '<', to);
    // Typing errors are not forgiven: `contains_similar` takes 2 ms for a message of 640 characters.
    if (q) containingEveryWord(query, { q }, 'f.search_text');
    // A rating or category of most rows has another best plan than a rare one.
    return query.options(UNNAMED);
  }

  #feedback() {
    return this.#db('feedback as f').leftJoin('users as u', 'u.id', 'f.user_id').select(COLUMNS);
  }
}
