import type { QuestTask, TaskAnswer } from '../../domain/quests/tasks.ts';
import type { Encryption, StoredAt } from '../../lib/encryption.ts';
import type { Store, Tx } from '../../repositories/store.ts';

type Column = 'answer_encrypted' | 'old_answer_encrypted';

/** The codes and correct options of tasks, encrypted: people can type a code, so a hash reveals it. */
export class TaskAnswersService {
  readonly #encryption: Encryption;
  readonly #now: () => Date;

  constructor(deps: { encryption: Encryption; now: () => Date }) {
    this.#encryption = deps.encryption;
    this.#now = deps.now;
  }

  encrypt(taskId: number, column: Column, answer: string): Buffer {
    return this.#encryption.encrypt('quest secrets', placeOf(taskId, column), answer);
  }

  /** Null for a task without an answer. */
  async find(db: Store | Tx, { id }: Pick<QuestTask, 'id'>): Promise<TaskAnswer | null> {
    const stored = await db.questTasks.findAnswer(id, this.#now().toISOString());
    if (!stored?.answer_encrypted) return null;
    return {
      current: this.#decrypt(id, 'answer_encrypted', stored.answer_encrypted),
      old:
        stored.old_answer_encrypted &&
        this.#decrypt(id, 'old_answer_encrypted', stored.old_answer_encrypted),
    };
  }

  /** The current answer in the column `answer_encrypted` of a task. */
  decrypt(taskId: number, value: Buffer): string {
    return this.#decrypt(taskId, 'answer_encrypted', value);
  }

  #decrypt(taskId: number, column: Column, value: Buffer): string {
    return this.#encryption.decrypt('quest secrets', placeOf(taskId, column), value);
  }
}

const placeOf = (row_id: number, column: Column): StoredAt => ({
  table: 'quest_tasks',
  column,
  row_id,
});
