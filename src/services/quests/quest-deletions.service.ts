import type { Administrator } from '../../domain/people/administrators.ts';
import type { Recalculation } from '../../domain/quests/recalculations.ts';
import { notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { RecalculationsService } from './recalculations.service.ts';

/** What happens to the points of what is deleted. */
export interface DeletionOptions {
  /** Whether a worker reverses them; otherwise users keep them. */
  readonly takesBack: boolean;
}

/** Deletes quests and tasks: they go out of sight, their history stays, and no reminder is sent. */
export class QuestDeletionsService {
  readonly #store: Store;
  readonly #recalculations: RecalculationsService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; recalculations: RecalculationsService; now: () => Date }) {
    this.#store = deps.store;
    this.#recalculations = deps.recalculations;
    this.#now = deps.now;
  }

  /**
   * @returns the recalculation that takes the points back, if it does
   * @throws AppError NOT_FOUND
   */
  async deleteQuest(
    by: Administrator,
    id: number,
    options: DeletionOptions,
  ): Promise<Recalculation | null> {
    return this.#store.transactionOn([`quest:${id}`], (tx) => this.#delete(tx, by, id, options));
  }

  /** Deletes all quests of a conference, whose lock is required. Their points stay. */
  async deleteAllOf(tx: Tx, by: Administrator, conferenceId: number): Promise<void> {
    for (const id of await tx.quests.listIdsOf(conferenceId))
      await this.#delete(tx, by, id, { takesBack: false });
  }

  /**
   * Deletes a task. Users who have everything else complete the quest, by the worker.
   * @throws AppError NOT_FOUND
   */
  async deleteTask(
    by: Administrator,
    id: number,
    { takesBack }: DeletionOptions,
  ): Promise<Recalculation> {
    const known = await this.#store.questTasks.find(id);
    if (!known) throw notFound('task');
    return this.#store.transactionOn([`quest:${known.quest_id}`], async (tx) => {
      const quest = await tx.quests.lock(known.quest_id);
      await tx.recalculations.lock(known.quest_id);
      const task = quest && (await tx.questTasks.find(id));
      if (!task) throw notFound('task');
      await tx.questTasks.updateDeleted(id, this.#columns(takesBack));
      await tx.audit.record(by, 'quest_task.delete', id, {
        before: task,
        after: { points_taken_back: takesBack },
      });
      return this.#recalculations.request(tx, quest, by);
    });
  }

  async #delete(
    tx: Tx,
    by: Administrator,
    id: number,
    { takesBack }: DeletionOptions,
  ): Promise<Recalculation | null> {
    const quest = await tx.quests.lock(id);
    if (!quest) throw notFound('quest');
    await tx.recalculations.lock(id);
    await tx.quests.updateDeleted(id, this.#columns(takesBack));
    await tx.notificationJobs.updateRemindersCancelled(id);
    await tx.audit.record(by, 'quest.delete', id, {
      before: quest,
      after: { points_taken_back: takesBack },
    });
    return takesBack ? this.#recalculations.request(tx, quest, by) : null;
  }

  #columns(points_taken_back: boolean) {
    return { deleted_at: this.#now().toISOString(), points_taken_back };
  }
}
