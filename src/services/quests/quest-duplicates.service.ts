import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type AdminQuestWithTasks,
  copiedQuest,
  copiedTask,
  type DuplicateInput,
  shiftOf,
} from '../../domain/quests/admin-quests.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import { notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AdminQuestsService } from './admin-quests.service.ts';
import type { QuestCopiesService } from './quest-copies.service.ts';

interface Deps {
  readonly store: Store;
  readonly adminQuests: AdminQuestsService;
  readonly questCopies: QuestCopiesService;
}

/** Copies of quests, for the next conference or the next day. */
export class QuestDuplicatesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates an inactive copy of a quest with its tasks and reminder templates, without participants.
   * Codes are new, answers of quizzes are copied, and the secret of signed calls is not.
   *
   * @throws AppError NOT_FOUND for the quest, conference or event; CONFLICT for a taken slug;
   *   VALIDATION_ERROR naming the field
   */
  async duplicate(
    by: Administrator,
    sourceId: number,
    given: DuplicateInput,
  ): Promise<AdminQuestWithTasks> {
    const source = await this.#deps.store.quests.find(sourceId);
    if (!source) throw notFound('quest');
    const input = copiedQuest(source, given);
    const id = await this.#deps.store.transaction(async (tx) => {
      const copyId = await this.#deps.adminQuests.insert(tx, by, input);
      const copy = await tx.quests.find(copyId);
      if (!copy) throw notFound('quest');
      const task_ids = await this.#copyTasks(tx, { source, copy, shiftMs: shiftOf(source, given) });
      await tx.questCopies.insertTemplates([{ from: sourceId, to: copyId }]);
      await tx.audit.record(by, 'quest.duplicate', copyId, {
        after: { quest_id: sourceId, task_ids },
      });
      return copyId;
    });
    return this.#deps.adminQuests.get(id);
  }

  async #copyTasks(
    tx: Tx,
    quests: { readonly source: Quest; readonly copy: Quest; readonly shiftMs: number },
  ): Promise<readonly number[]> {
    const tasks = await tx.questTasks.listOf(quests.source.id);
    const copies = await tx.questTasks.insertAll(tasks.map((task) => copiedTask(task, quests)));
    const stored = await tx.questTasks.listAnswersOf(quests.source.id);
    const answerOf = new Map(stored.map(({ id, answer_encrypted }) => [id, answer_encrypted]));
    const copied = tasks.flatMap(({ id: from, type }, n) => {
      const to = copies[n];
      return to === undefined
        ? []
        : [{ from, to, type, answer_encrypted: answerOf.get(from) ?? null }];
    });
    await this.#deps.questCopies.insertAnswers(tx, copied);
    return copies;
  }
}
