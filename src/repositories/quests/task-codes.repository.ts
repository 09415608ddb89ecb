import type { Knex } from 'knex';
import type { QuestTask } from '../../domain/quests/tasks.ts';

/** A code task with its code as stored, encrypted. */
export interface EncryptedCode extends Pick<QuestTask, 'id' | 'title'> {
  readonly answer_encrypted: Buffer;
}

interface RotatedCode {
  readonly answer_encrypted: Buffer;
  /** Null without a grace. */
  readonly old_answer_encrypted: Buffer | null;
  readonly old_answer_until: string | null;
}

/** The codes of tasks. */
export class TaskCodesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The code tasks of a quest, in the order in which people see them. */
  async listOf(quest_id: number): Promise<EncryptedCode[]> {
    return this.#db('quest_tasks')
      .where({ quest_id, type: 'code', deleted_at: null })
      .whereNotNull('answer_encrypted')
      .orderBy(['position', 'id'])
      .select('id', 'title', 'answer_encrypted');
  }

  /** Requires the lock of the quest. */
  async update(id: number, code: RotatedCode): Promise<void> {
    await this.#db('quest_tasks')
      .where({ id })
      .update({ ...code, updated_at: this.#db.fn.now(3) });
  }
}
