import type { Administrator } from '../../domain/people/administrators.ts';
import { shareUrl } from '../../domain/quests/deep-links.ts';
import { AppError, notFound } from '../../errors.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';
import { randomCode } from '../../lib/random-code.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { TaskAnswersService } from './task-answers.service.ts';

export interface TaskCode {
  readonly code: string;
  /** Null without an address of the mini app. */
  readonly share_url: string | null;
  /** Of `share_url`, or else of the code. */
  readonly qr_svg: string;
}

export interface QuestCodes {
  readonly quest_id: number;
  readonly title: string;
  readonly codes: readonly (TaskCode & { readonly task_id: number; readonly title: string })[];
}

const MINUTE_MS = 60_000;

/** Administrators print the codes of tasks, and replace those that leaked. */
export class TaskCodesService {
  readonly #store: Store;
  readonly #answers: TaskAnswersService;
  readonly #appUrl: string | undefined;
  readonly #now: () => Date;

  /** @param deps.appUrl the address of the mini app */
  constructor(deps: {
    store: Store;
    answers: TaskAnswersService;
    appUrl: string | undefined;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#answers = deps.answers;
    this.#appUrl = deps.appUrl;
    this.#now = deps.now;
  }

  /**
   * Gives a task a new code. The code before stays valid for `grace_minutes`; older ones do not.
   *
   * @throws AppError NOT_FOUND; CONFLICT for a task that takes no code
   */
  async rotate(
    by: Administrator,
    taskId: number,
    { grace_minutes }: { readonly grace_minutes: number },
  ): Promise<TaskCode> {
    const code = randomCode();
    await this.#store.transaction(async (tx) => {
      await lockCodeTask(tx, taskId);
      const before = await this.#answers.find(tx, { id: taskId });
      const isOldValid = before !== null && grace_minutes > 0;
      const until = new Date(this.#now().getTime() + grace_minutes * MINUTE_MS);
      await tx.taskCodes.update(taskId, {
        answer_encrypted: this.#answers.encrypt(taskId, 'answer_encrypted', code),
        // Encrypted anew: a ciphertext is bound to its column.
        old_answer_encrypted: isOldValid
          ? this.#answers.encrypt(taskId, 'old_answer_encrypted', before.current)
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
  async list(
    by: Administrator,
    questId: number,
    { audited }: { readonly audited: boolean },
  ): Promise<QuestCodes> {
    const quest = await this.#store.quests.find(questId);
    if (!quest) throw notFound('quest');
    const tasks = await this.#store.taskCodes.listOf(questId);
    if (audited) {
      const task_ids = tasks.map(({ id }) => id);
      await this.#store.audit.record(by, 'quest.open_codes', questId, { after: { task_ids } });
    }
    const codes = await Promise.all(
      tasks.map(async ({ id, title, answer_encrypted }) => ({
        task_id: id,
        title,
        ...(await this.#printable(id, this.#answers.decrypt(id, answer_encrypted))),
      })),
    );
    return { quest_id: questId, title: quest.title, codes };
  }

  async #printable(taskId: number, code: string): Promise<TaskCode> {
    const share_url = shareUrl(this.#appUrl, { kind: 'task', id: taskId, code });
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
