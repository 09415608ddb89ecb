import type { Quest } from '../../domain/quests/quests.ts';
import type { AwardedTask } from '../../repositories/quests/pending-awards.repository.ts';
import type { ReconciledEntry, ReversalNote } from '../../repositories/quests/points.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { PointsService } from './points.service.ts';
import type { QuestNotificationsService } from './quest-notifications.service.ts';

/** The users of one transaction, which holds their rows. */
const BATCH = 100;

interface Deps {
  readonly store: Store;
  readonly points: PointsService;
  readonly notices: QuestNotificationsService;
  readonly now: () => Date;
}

/**
 * Settles automatic tasks after the facts that fulfill them, or that end. A check-in, a seat, an
 * accepted connection and a changed profile each fire a trigger of
 * `migrations/schema.sql`, which adds the user to `due_settlements`. A worker looks each second, and
 * settles 100 users in a transaction. `pending-awards.repository.ts` has the facts.
 */
export class PendingAwardsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether a fact waits to be settled. */
  async isDue(): Promise<boolean> {
    return this.#deps.store.pendingAwards.exists();
  }

  /**
   * Settles all due tasks. Safe to repeat, also at once in two processes.
   * @returns how many tasks were awarded, and taken back
   */
  async run(signal: AbortSignal): Promise<{ awarded: number; taken_back: number }> {
    const total = { awarded: 0, taken_back: 0 };
    for (;;) {
      signal.throwIfAborted();
      const due = await this.#deps.store.pendingAwards.list(BATCH);
      if (due.length === 0) return total;
      const batch = await this.#deps.store.transaction((tx) => this.#awardAll(tx, due));
      total.awarded += batch.awarded;
      total.taken_back += batch.taken_back;
    }
  }

  /**
   * Awards the automatic tasks that are fulfilled and open for a participant, without a notice of them.
   * Requires the lock of the user.
   */
  async settle(tx: Tx, quest: Pick<Quest, 'id' | 'title'>, user_id: number): Promise<void> {
    const of = { user_id, quest_id: quest.id };
    const tasks = await tx.pendingAwards.insertFulfilledOf(of, this.#deps.now().toISOString());
    if (tasks.length > 0) await this.#deps.points.reconcile(tx, quest, tasks);
  }

  async #awardAll(tx: Tx, due: readonly { id: number; user_id: number }[]) {
    // The run waits for a user who is entering a quest, and then sees their participation.
    const userIds = await tx.users.lockMany(due.map(({ user_id }) => user_id));
    const now = this.#deps.now().toISOString();
    const ended = await tx.pendingAwards.deleteEnded(userIds, now);
    const fulfilled = await tx.pendingAwards.insertFulfilled(userIds, now);
    const entries: ReconciledEntry[] = [];
    for (const [id, tasks] of Map.groupBy([...fulfilled, ...ended], ({ quest_id }) => quest_id)) {
      const quest = { id, title: tasks[0]?.quest_title ?? '' };
      entries.push(...(await this.#deps.points.reconcile(tx, quest, tasks, FACT_ENDED)));
    }
    for (const tasks of Map.groupBy(fulfilled, ({ user_id }) => user_id).values())
      await this.#notify(tx, tasks, entries);
    await tx.pendingAwards.delete(due.map(({ id }) => id));
    return { awarded: fulfilled.length, taken_back: ended.length };
  }

  /** One notice for all tasks of a user. */
  async #notify(
    tx: Tx,
    tasks: readonly AwardedTask[],
    entries: readonly ReconciledEntry[],
  ): Promise<void> {
    const [first] = tasks;
    if (!first) return;
    const ids = new Set<number | null>(tasks.map(({ task_id }) => task_id));
    const points = entries
      .filter(
        ({ user_id, task_id, kind }) =>
          user_id === first.user_id && kind === 'task' && ids.has(task_id),
      )
      .reduce((sum, { delta }) => sum + delta, 0);
    await this.#deps.notices.questTasksAwarded(tx, first, { count: tasks.length, points });
  }
}

const FACT_ENDED: ReversalNote = {
  reason: 'The seat was given up, or the check-in undone',
  actor: null,
};
