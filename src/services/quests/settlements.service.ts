import type { FulfilledTask } from '../../repositories/quests/settlements.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AwardsService } from './awards.service.ts';
import type { QuestNoticesService } from './quest-notices.service.ts';

/** The users of one transaction: their rows are locked while those who earned something are awarded. */
const BATCH = 100;

/**
 * Settles automatic tasks after the facts that fulfill them begin or end. Only the worker runs it.
 */
export class SettlementsService {
  readonly #store: Store;
  readonly #awards: AwardsService;
  readonly #notices: QuestNoticesService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    awards: AwardsService;
    notices: QuestNoticesService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#awards = deps.awards;
    this.#notices = deps.notices;
    this.#now = deps.now;
  }

  /** Whether a fact waits to be settled. */
  async isDue(): Promise<boolean> {
    return this.#store.settlements.exists();
  }

  /**
   * Settles all due tasks. Safe to repeat, also at once in two processes.
   * @returns how many tasks were awarded, and taken back
   */
  async run(signal: AbortSignal): Promise<{ awarded: number; taken_back: number }> {
    const total = { awarded: 0, taken_back: 0 };
    for (;;) {
      signal.throwIfAborted();
      const due = await this.#store.settlements.list(BATCH);
      if (due.length === 0) return total;
      const batch = await this.#store.transaction((tx) => this.#settle(tx, due));
      total.awarded += batch.awarded;
      total.taken_back += batch.taken_back;
    }
  }

  async #settle(tx: Tx, due: readonly { id: number; user_id: number }[]) {
    // The run waits for a user who is entering a quest, and then sees their participation.
    const userIds = await tx.users.lockMany(due.map(({ user_id }) => user_id));
    const now = this.#now().toISOString();
    const ended = await tx.read.settlements.listEnded(userIds, now);
    for (const task of ended) await this.#takeBack(tx, task);
    const fulfilled = await tx.read.settlements.listFulfilled(userIds, now);
    for (const group of Map.groupBy(fulfilled, ({ user_id }) => user_id).values())
      await this.#award(tx, group);
    await tx.settlements.delete(due.map(({ id }) => id));
    return { awarded: fulfilled.length, taken_back: ended.length };
  }

  /** Awards the tasks of one user, with one notice for all of them. */
  async #award(tx: Tx, tasks: readonly FulfilledTask[]): Promise<void> {
    let points = 0;
    for (const task of tasks) {
      const quest = { id: task.quest_id, title: task.quest_title };
      points += await this.#awards.awardFulfilled(tx, quest, task);
    }
    const [first] = tasks;
    if (first) await this.#notices.questTasksSettled(tx, first, { count: tasks.length, points });
  }

  async #takeBack(tx: Tx, task: Pick<FulfilledTask, 'user_id' | 'quest_id' | 'task_id'>) {
    await tx.submissions.delete(task);
    await this.#awards.withdraw(tx, task, { reason: FACT_ENDED, actor: null });
  }
}

const FACT_ENDED = 'The seat was given up, or the check-in undone';
