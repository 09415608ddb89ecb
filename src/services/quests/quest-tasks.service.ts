import type { Administrator } from '../../domain/administration/administrators.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import type { TaskAnswer } from '../../domain/quests/task-types/task-type.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Encryption, StoredAt } from '../../lib/encryption.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';
import { randomCode } from '../../lib/random-code.ts';
import type { EncryptedAnswer } from '../../repositories/quests/quest-tasks.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';

export interface TaskCode {
  readonly code: string;
  /** Null without an address of the mini app. */
  readonly share_url: string | null;
  /** The QR code of `share_url`, or else of the code. */
  readonly qr_svg: string;
}

export interface QuestCodes {
  readonly quest_id: number;
  readonly title: string;
  readonly codes: readonly (TaskCode & { readonly task_id: number; readonly title: string })[];
}

const MINUTE_MS = 60_000;

type Column = 'answer_encrypted' | 'old_answer_encrypted';

interface Deps {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly shareUrl: ShareLink;
  readonly now: () => Date;
}

/**
 * The codes and correct options of tasks, encrypted: people can type a code, so a hash reveals it.
 * Administrators print codes, and replace those that leaked.
 */
export class QuestTasksService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Gives a task a new code. The previous code stays valid for `grace_minutes`; older ones do not.
   *
   * @throws AppError NOT_FOUND; CONFLICT for a task that takes no code
   */
  async rotateCode(
    by: Administrator,
    taskId: number,
    { grace_minutes }: { readonly grace_minutes: number },
  ): Promise<TaskCode> {
    const code = randomCode();
    await this.#deps.store.transaction(async (tx) => {
      await lockCodeTask(tx, taskId);
      const before = await this.findAnswer(tx, { id: taskId });
      const isOldValid = before !== null && grace_minutes > 0;
      const until = new Date(this.#deps.now().getTime() + grace_minutes * MINUTE_MS);
      await tx.questTasks.update(taskId, {
        answer_encrypted: this.encryptAnswer(taskId, 'answer_encrypted', code),
        // Encrypts it again, because a ciphertext is bound to its column.
        old_answer_encrypted: isOldValid
          ? this.encryptAnswer(taskId, 'old_answer_encrypted', before.current)
          : null,
        old_answer_until: isOldValid ? until.toISOString() : null,
      });
      await tx.audit.record(by, 'quest_task.rotate_code', taskId, { after: { grace_minutes } });
    });
    return this.#printable(taskId, code);
  }

  /**
   * The codes of a quest's tasks, for printing.
   *
   * @param audited false for a request whose answer has no body
   * @throws AppError NOT_FOUND
   */
  async listCodes(
    by: Administrator,
    questId: number,
    { audited }: { readonly audited: boolean },
  ): Promise<QuestCodes> {
    const quest = await this.#deps.store.quests.find(questId);
    if (!quest) throw notFound('quest');
    const tasks = await this.#deps.store.questTasks.listCodesOf(questId);
    if (audited) {
      const task_ids = tasks.map(({ id }) => id);
      await this.#deps.store.audit.record(by, 'quest.open_codes', questId, { after: { task_ids } });
    }
    const codes = await Promise.all(
      tasks.map(async ({ id, title, answer_encrypted }) => ({
        task_id: id,
        title,
        ...(await this.#printable(id, this.#decrypt(id, 'answer_encrypted', answer_encrypted))),
      })),
    );
    return { quest_id: questId, title: quest.title, codes };
  }

  /** Encrypted for a column of a task, as it is stored. */
  encryptAnswer(taskId: number, column: Column, answer: string): Buffer {
    return this.#deps.encryption.encrypt('quest secrets', placeOf(taskId, column), answer);
  }

  /** Null for a task without an answer. */
  async findAnswer(db: Store | Tx, { id }: Pick<QuestTask, 'id'>): Promise<TaskAnswer | null> {
    const stored = await db.questTasks.findAnswer(id, this.#deps.now().toISOString());
    return stored ? this.decryptAnswer(id, stored) : null;
  }

  /** Null for a task without an answer. */
  decryptAnswer(id: number, stored: EncryptedAnswer): TaskAnswer | null {
    if (!stored.answer_encrypted) return null;
    return {
      current: this.#decrypt(id, 'answer_encrypted', stored.answer_encrypted),
      old:
        stored.old_answer_encrypted &&
        this.#decrypt(id, 'old_answer_encrypted', stored.old_answer_encrypted),
    };
  }

  #decrypt(taskId: number, column: Column, value: Buffer): string {
    return this.#deps.encryption.decrypt('quest secrets', placeOf(taskId, column), value);
  }

  async #printable(taskId: number, code: string): Promise<TaskCode> {
    const share_url = this.#deps.shareUrl({ kind: 'task', id: taskId, code });
    return { code, share_url, qr_svg: await qrSvgOf(share_url ?? code) };
  }
}

/** @throws AppError NOT_FOUND; CONFLICT for a task that takes no code */
async function lockCodeTask(tx: Tx, taskId: number): Promise<void> {
  const found = await tx.questTasks.find(taskId);
  const quest = found && (await tx.quests.lock(found.quest_id));
  // It may have been deleted during the wait for the lock.
  const task = quest && (await tx.questTasks.find(taskId));
  if (!task) throw notFound('task');
  if (task.type !== 'code') throw new AppError('CONFLICT', 'This task takes no code');
}

const placeOf = (row_id: number, column: Column): StoredAt => ({
  table: 'quest_tasks',
  column,
  row_id,
});
