import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import { award, reversal } from './points.sql.ts';

type TaskAward = Readonly<Record<'user_id' | 'task_id', number>>;

type CompletionAward = Readonly<Record<'user_id' | 'quest_id', number>>;

/** The reason why an award is taken back, and the administrator who did it, if any. */
export interface ReversalNote {
  readonly reason: string | null;
  readonly actor: string | null;
}

interface Points {
  readonly points: number;
}

const AWARD_TASK = statement<TaskAward & { earned_at: string }, Points>(
  (db, { user_id, task_id, earned_at }) =>
    db.raw(
      award('task', {
        task: 't.id',
        points: 't.points',
        from: 'quest_tasks t join quests q on q.id = t.quest_id',
        where: 't.id = :task_id and t.deleted_at is null and q.deleted_at is null',
      }),
      { user_id, task_id, earned_at },
    ),
);
const AWARD_COMPLETION = statement<CompletionAward & { earned_at: string }, Points>(
  (db, { user_id, quest_id, earned_at }) =>
    db.raw(
      award('completion', {
        task: 'null::bigint',
        points: 'q.completion_points',
        from: 'quests q',
        where: 'q.id = :quest_id and q.deleted_at is null',
      }),
      { user_id, quest_id, earned_at },
    ),
);

/**
 * The ledger of points, whose rows never change, and the totals that are kept with each row. Each
 * write requires the lock of the user, which is taken before the task or quest is read: so an edit of
 * points either is seen here, or its recalculation sees the row that is written here.
 */
export class PointsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Whether any point was ever given or taken in the quest. */
  async findAnyOf(quest_id: number): Promise<boolean> {
    return (await this.#db('point_ledger').where({ quest_id }).first('id')) !== undefined;
  }

  /** Awards the points of a task, unless a live award exists. Returns the points. */
  async insertTaskAward({ user_id, task_id }: TaskAward, earned_at: string): Promise<number> {
    return onlyRow(await AWARD_TASK.rows(this.#db, { user_id, task_id, earned_at })).points;
  }

  /** Awards the points of a completed quest, unless a live award exists. Returns the points. */
  async insertCompletionAward(
    { user_id, quest_id }: CompletionAward,
    earned_at: string,
  ): Promise<number> {
    return onlyRow(await AWARD_COMPLETION.rows(this.#db, { user_id, quest_id, earned_at })).points;
  }

  /** Reverses the live award of a task, if there is one. Returns the points taken back. */
  async insertTaskReversal({ user_id, task_id }: TaskAward, note: ReversalNote): Promise<number> {
    const where = `a.user_id = :user_id and a.task_id = :task_id and a.kind = 'task'`;
    const { rows } = await this.#db.raw(reversal(where), { user_id, task_id, ...note });
    return onlyRow<Points>(rows).points;
  }

  /** Reverses the live award of a completion, if there is one. Returns the points taken back. */
  async insertCompletionReversal(
    { user_id, quest_id }: CompletionAward,
    note: ReversalNote,
  ): Promise<number> {
    const where = `a.user_id = :user_id and a.quest_id = :quest_id and a.kind = 'completion'`;
    const { rows } = await this.#db.raw(reversal(where), { user_id, quest_id, ...note });
    return onlyRow<Points>(rows).points;
  }
}
