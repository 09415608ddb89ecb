import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { Changes } from '../../domain/changes.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import type { TaskType } from '../../domain/quests/task-types/task-type.ts';

export const TASK_COLUMNS = [
  'id',
  'quest_id',
  'title',
  'description',
  'type',
  'points',
  'position',
  'is_required',
  'config',
  'opens_at',
  'closes_at',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof QuestTask)[];

/** A task's answer as stored. */
export interface EncryptedAnswer {
  readonly answer_encrypted: Buffer | null;
  /** Null once the grace of the last rotation is over. */
  readonly old_answer_encrypted: Buffer | null;
}

/** A code task with its code as stored, encrypted. */
export interface EncryptedCode extends Pick<QuestTask, 'id' | 'title'> {
  readonly answer_encrypted: Buffer;
}

const FIND = preparedQuery<{ id: number }, QuestTask>((db, { id }) =>
  db('quest_tasks')
    .where({ id, deleted_at: null })
    .first(...TASK_COLUMNS),
);

/** The columns that an administrator sets, and the encrypted answer. */
export type TaskColumns = Changes<
  Pick<
    QuestTask,
    'title' | 'description' | 'points' | 'position' | 'is_required' | 'opens_at' | 'closes_at'
  >
> & {
  readonly type?: TaskType;
  readonly config?: object;
  readonly answer_encrypted?: Buffer | null;
  readonly old_answer_encrypted?: Buffer | null;
  readonly old_answer_until?: string | null;
};

/** Tasks of quests. No method finds deleted ones. */
export class QuestTasksRepository extends OnDatabase {
  async find(id: number): Promise<QuestTask | undefined> {
    return FIND.first(this.db, { id });
  }

  /** Locks the row FOR UPDATE, after the submissions for it that other transactions write. */
  async lock(id: number): Promise<QuestTask | undefined> {
    return this.db('quest_tasks')
      .where({ id, deleted_at: null })
      .forUpdate()
      .first(...TASK_COLUMNS);
  }

  /** The position after the last task. */
  async findNextPosition(quest_id: number): Promise<number> {
    const row = await this.db('quest_tasks')
      .where({ quest_id, deleted_at: null })
      .max<{ last: number | null }>({ last: 'position' })
      .first();
    return (row?.last ?? -1) + 1;
  }

  /** In the order in which people see them. */
  async listOf(quest_id: number): Promise<QuestTask[]> {
    return this.db('quest_tasks')
      .where({ quest_id, deleted_at: null })
      .orderBy(['position', 'id'])
      .select(...TASK_COLUMNS);
  }

  /** The code tasks of a quest, in the order in which people see them. */
  async listCodesOf(quest_id: number): Promise<EncryptedCode[]> {
    return this.db('quest_tasks')
      .where({ quest_id, type: 'code', deleted_at: null })
      .whereNotNull('answer_encrypted')
      .orderBy(['position', 'id'])
      .select('id', 'title', 'answer_encrypted');
  }

  async findAnswer(id: number, now: string): Promise<EncryptedAnswer | undefined> {
    return this.db('quest_tasks')
      .where({ id })
      .first(
        'answer_encrypted',
        this.db.raw(
          'case when old_answer_until > ? then old_answer_encrypted end as old_answer_encrypted',
          [now],
        ),
      );
  }

  async insert(
    task: TaskColumns & Pick<QuestTask, 'quest_id' | 'title' | 'type'>,
  ): Promise<QuestTask> {
    const rows = await this.db('quest_tasks')
      .insert(columnsOf(task))
      .returning<QuestTask[]>(TASK_COLUMNS);
    return onlyRow(rows);
  }

  /** Inserts tasks with one statement, and returns their ids in the same order. */
  async insertAll(
    tasks: readonly (TaskColumns & Pick<QuestTask, 'quest_id' | 'title' | 'type'>)[],
  ): Promise<number[]> {
    if (tasks.length === 0) return [];
    const rows = await this.db('quest_tasks')
      .insert(tasks.map(columnsOf))
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  /** The answers of all tasks of a quest, without those that a rotation replaced. */
  async listAnswersOf(quest_id: number): Promise<Pick<EncryptedCode, 'id' | 'answer_encrypted'>[]> {
    return this.db('quest_tasks')
      .where({ quest_id, deleted_at: null })
      .whereNotNull('answer_encrypted')
      .select('id', 'answer_encrypted');
  }

  /**
   * Puts the tasks in the order of `ids`, and raises the version of those that move. Requires the lock
   * of their quest.
   *
   * @returns how many tasks move
   */
  async updatePositions(ids: readonly number[]): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update quest_tasks t
          set position = o.place - 1, version = t.version + 1, updated_at = now()
         from unnest(:ids::bigint[]) with ordinality as o (id, place)
        where t.id = o.id and t.position <> o.place - 1`,
      { ids: [...ids] },
    );
    return rowCount;
  }

  /** Stores the answer of a new task, whose id is authenticated with it. */
  async updateNewAnswer(id: number, answer_encrypted: Buffer): Promise<void> {
    await this.db('quest_tasks').where({ id }).update({ answer_encrypted });
  }

  /** Raises the version. */
  async update(id: number, changes: TaskColumns): Promise<QuestTask> {
    const rows = await this.db('quest_tasks')
      .where({ id })
      .update({
        ...columnsOf(changes),
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      })
      .returning<QuestTask[]>(TASK_COLUMNS);
    return onlyRow(rows);
  }

  /** Hides the task for good. */
  async updateDeleted(
    id: number,
    columns: { readonly deleted_at: string; readonly points_taken_back: boolean },
  ): Promise<void> {
    await this.db('quest_tasks')
      .where({ id })
      .update({ ...columns, updated_at: this.db.fn.now(3) });
  }
}

const columnsOf = <T extends TaskColumns>({ config, ...columns }: T) => ({
  ...columns,
  ...(config && { config: JSON.stringify(config) }),
});
