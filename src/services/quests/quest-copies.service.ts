import type { CopiedQuests } from '../../domain/programme/conference-copies.ts';
import { randomCode } from '../../lib/random-code.ts';
import type {
  CopiedConferences,
  TaskCopy,
} from '../../repositories/quests/quest-copies.repository.ts';
import type { Tx } from '../../repositories/store.ts';
import type { QuestTasksService } from './quest-tasks.service.ts';

/** Copies quests into another conference. */
export class QuestCopiesService {
  readonly #questTasks: QuestTasksService;

  constructor({ questTasks }: { questTasks: QuestTasksService }) {
    this.#questTasks = questTasks;
  }

  /**
   * Copies all quests of a conference: inactive, with times some days later, without participants,
   * secrets and the tasks of events. Codes are new, and the correct options of quizzes stay.
   */
  async copyAllOf(
    tx: Tx,
    conferences: CopiedConferences,
    { withTemplates }: { readonly withTemplates: boolean },
  ): Promise<CopiedQuests> {
    const quests = await tx.questCopies.listQuests(conferences.from);
    const copies = await tx.questCopies.insertQuests(quests, conferences);
    const tasks = await tx.questCopies.insertTasks(copies, conferences);
    await this.#insertAnswers(tx, tasks);
    return {
      quests: copies.length,
      quest_tasks: tasks.length,
      reminder_templates: withTemplates ? await tx.questCopies.insertTemplates(copies) : 0,
      left_out: quests.reduce((sum, { event_tasks }) => sum + event_tasks, 0),
    };
  }

  async #insertAnswers(tx: Tx, tasks: readonly TaskCopy[]): Promise<void> {
    const answers = tasks.flatMap(({ from, to, type, answer_encrypted }) => {
      if (answer_encrypted === null) return [];
      const stored = { answer_encrypted, old_answer_encrypted: null };
      const answer =
        type === 'code' ? randomCode() : this.#questTasks.decryptAnswer(from, stored)?.current;
      if (answer === undefined) return [];
      const encrypted = this.#questTasks.encryptAnswer(to, 'answer_encrypted', answer);
      return [{ id: to, answer_encrypted: encrypted }];
    });
    await tx.questCopies.updateAnswers(answers);
  }
}
