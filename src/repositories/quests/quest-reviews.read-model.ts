import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { Source } from '../../domain/quests/participations.ts';
import type { ReviewedSubmission } from '../../domain/quests/reviews.ts';
import { personIn } from './quest-people.sql.ts';

const COLUMNS = `
  s.id as user_quest_task_id, s.quest_id, s.status, s.source, s.text, s.media_id, s.option_ids,
  s.submissions, s.rejections, s.submitted_at, s.decided_at, s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
  ${personIn('s.user_id')} as "user"`;

export interface PendingFilter {
  readonly task_id?: number | undefined;
  readonly source?: Source | undefined;
}

/** The time and the id of the last row. */
export type PendingPosition = readonly [submitted_at: string, id: number];

/** Submissions as administrators review them. Those of deleted tasks and quests are left out. */
export class QuestReviewsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<ReviewedSubmission | undefined> {
    return this.#submissions().where('s.id', id).first();
  }

  /** Pending ones of a quest, oldest first. */
  async listPending(
    questId: number,
    { task_id, source }: PendingFilter,
    request: PageRequest<PendingPosition>,
  ): Promise<Page<ReviewedSubmission, PendingPosition>> {
    const query = this.#submissions()
      .where({ 's.quest_id': questId, 's.status': 'pending' })
      .orderBy(['s.submitted_at', 's.id']);
    if (task_id !== undefined) query.where('s.task_id', task_id);
    if (source !== undefined) query.where('s.source', source);
    // Few wait of one quest and many of another.
    return keysetPage<ReviewedSubmission, PendingPosition>(query.options(UNNAMED), request, {
      seek: (rows, after) => rows.whereRaw('(s.submitted_at, s.id) > (?, ?)', [...after]),
      positionOf: ({ submitted_at, user_quest_task_id }) => [submitted_at, user_quest_task_id],
    });
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
