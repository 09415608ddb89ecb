import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { AdminQuestion, QuestionStatus } from '../../domain/programme/questions.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { VOTES } from './questions.read-model.ts';

/** By `answered`, answered questions are last. */
const KEYS = { answered: `(q.status = 'answered')::int`, votes: VOTES } as const;

export interface AdminQuestionsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  /** Without the merged ones; undefined for all. */
  readonly status?: QuestionStatus | undefined;
}

const COLUMNS = `
  q.id, q.agenda_item_id, q.text, q.status, ${VOTES} as votes, q.reports, q.merged_into,
  case when u.id is not null then json_build_object(
    'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
  end as "user", q.created_at, q.decided_at, a.name as decided_by`;

/** Questions as moderators see them. */
export class AdminQuestionsReadModel extends OnDatabase {
  async find(id: number): Promise<AdminQuestion | undefined> {
    return this.#questions().where('q.id', id).first();
  }

  async list(
    agenda_item_id: number,
    { sort, status }: AdminQuestionsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminQuestion, SortPosition>> {
    const query = this.#questions().where({ 'q.agenda_item_id': agenda_item_id });
    if (status !== undefined) query.where('q.status', status).whereNull('q.merged_into');
    return sortedPage(query, request, { sort, keys: KEYS, id: 'q.id' });
  }

  #questions() {
    return this.db('session_questions as q')
      .leftJoin('users as u', 'u.id', 'q.user_id')
      .leftJoin('administrators as a', 'a.id', 'q.decided_by_administrator_id')
      .select(this.db.raw(COLUMNS));
  }
}
