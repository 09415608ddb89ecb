import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkWholeOrder } from '../../domain/orders.ts';
import { type AdminTaskView, adminTaskView } from '../../domain/quests/quest-tasks.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

/** The order of the tasks of a quest, as one edit. */
export class QuestTaskOrderService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Puts the tasks of a quest in the order of `ids`. Raises the version of those whose position changes.
   *
   * @throws AppError NOT_FOUND; CONFLICT unless `ids` has each task of the quest exactly once
   */
  async update(
    by: Administrator,
    questId: number,
    ids: readonly number[],
  ): Promise<readonly AdminTaskView[]> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.quests.lock(questId))) throw notFound('quest');
      const before = (await tx.questTasks.listOf(questId)).map(({ id }) => id);
      checkWholeOrder('tasks of the quest', before, ids);
      const moved = await tx.questTasks.updatePositions(ids);
      if (moved > 0) {
        await tx.audit.record(by, 'quest.order_tasks', questId, {
          before: { task_ids: before },
          after: { task_ids: ids },
        });
      }
      const now = this.#deps.now();
      return (await tx.questTasks.listOf(questId)).map((task) => adminTaskView(task, now));
    });
  }
}
