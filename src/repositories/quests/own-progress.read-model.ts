import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { lookUp } from '../../db/statement.ts';
import type { QuestProgress } from '../../domain/quests/progress.ts';
import { completedTasks, TOTAL_TASKS } from './progress.sql.ts';
import { isRunning } from './quests.sql.ts';

/** What a user has achieved in all quests. */
export interface OwnProgress {
  readonly points: number;
  readonly quests_started: number;
  readonly quests_completed: number;
  readonly tasks_approved: number;
  readonly tasks_pending: number;
  /** The running quests in which the user takes part: the latest activity first, at most 100. */
  readonly quests: readonly (Pick<
    QuestProgress,
    'status' | 'completed_tasks' | 'total_tasks' | 'points'
  > & { readonly quest_id: number; readonly title: string })[];
}

const FIND = lookUp<{ user_id: number; now: string }, OwnProgress>((db, { user_id, now }) =>
  db.raw(
    `select
       (select points from users where id = :user_id) as points,
       started.quests_started, started.quests_completed, sent.tasks_approved, sent.tasks_pending,
       (select coalesce(json_agg(running order by running.active_at desc, running.quest_id desc), '[]')
          from (
            select q.id as quest_id, q.title, uq.status, uq.active_at,
                   ${completedTasks(':user_id')} as completed_tasks, ${TOTAL_TASKS} as total_tasks,
                   coalesce(total.points, 0) as points
              from user_quests uq
              join quests q on q.id = uq.quest_id
              left join point_totals total
                     on total.scope = 'quest' and total.scope_id = q.id and total.period = 'all'
                        and total.period_start = '1970-01-01' and total.user_id = :user_id
             where uq.user_id = :user_id and ${isRunning('q')}
             order by uq.active_at desc, uq.quest_id desc limit 100) running) as quests
       from (
         select count(*) as quests_started,
                count(*) filter (where uq.status = 'completed') as quests_completed
           from user_quests uq join quests q on q.id = uq.quest_id and q.deleted_at is null
          where uq.user_id = :user_id and uq.status <> 'admitted') started
      cross join (
         select count(*) filter (where s.status = 'approved') as tasks_approved,
                -- What an unsigned call left waiting is not the user's.
                count(*) filter (where s.status = 'pending' and s.source <> 'public')
                  as tasks_pending
           from user_quest_tasks s
           join quest_tasks t on t.id = s.task_id and t.deleted_at is null
           join quests q on q.id = s.quest_id and q.deleted_at is null
          where s.user_id = :user_id) sent`,
    { user_id, now },
  ),
);

/** One user's progress in all quests. */
export class OwnProgressReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(user_id: number, now: string): Promise<OwnProgress> {
    return onlyRow(await FIND.rows(this.#db, { user_id, now }));
  }
}
