import type { Knex } from 'knex';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { ReviewedSubmission } from '../../domain/quests/admin-submissions.ts';
import type { Source } from '../../domain/quests/submissions.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { personIn } from './quest-people.sql.ts';

const COLUMNS = `
  s.id as user_quest_task_id, s.quest_id, s.status, s.source, s.text, s.media_id, s.option_ids,
  s.submissions, s.rejections, s.submitted_at, s.decided_at, s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
  ${personIn('s.user_id')} as "user"`;

const KEYS = { submitted_at: 's.submitted_at' } as const;

export interface PendingFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly task_id?: number | undefined;
  readonly source?: Source | undefined;
}

/**
 * Submissions as administrators review them. Submissions of deleted tasks and quests are left out.
 */
export class AdminSubmissionsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<ReviewedSubmission | undefined> {
    return this.#submissions().where('s.id', id).first();
  }

  /** Pending ones of a quest. */
  async listPending(
    questId: number,
    { sort, task_id, source }: PendingFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ReviewedSubmission, SortPosition>> {
    const query = this.#submissions().where({ 's.quest_id': questId, 's.status': 'pending' });
    if (task_id !== undefined) query.where('s.task_id', task_id);
    if (source !== undefined) query.where('s.source', source);
    // One quest has few pending submissions, another many.
    const sorting = { sort, keys: KEYS, id: 's.id' };
    return sortedPage<ReviewedSubmission, keyof typeof KEYS>(
      query.options(UNNAMED),
      request,
      sorting,
    );
  }

  #submissions(): Knex.QueryBuilder {
    return this.#db('user_quest_tasks as s')
      .joinRaw(
        `join quest_tasks t on t.id = s.task_id and t.deleted_at is null
         join quests q on q.id = s.quest_id and q.deleted_at is null`,
      )
      .select(this.#db.raw(COLUMNS));
  }
}
