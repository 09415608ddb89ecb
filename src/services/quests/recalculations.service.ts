import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Recalculation } from '../../domain/quests/points.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { RecalculationRow } from '../../repositories/quests/recalculations.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { PointsService } from './points.service.ts';

/**
 * Participants per transaction. A batch locks their rows, so their own awards wait for it;
 * `docs/capabilities/quests.md` has the times.
 */
const BATCH_SIZE = 250;
/** Within this time the worker with the queued job has started it, unless it failed. */
const OVERDUE_AFTER_MS = 60_000;

/** Corrects the points of all participants after an edit of their quest, in batches. */
export class RecalculationsService {
  readonly #deps;

  constructor(deps: { store: Store; points: PointsService; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Begins a recalculation in the transaction of the edit; one that runs starts over. Requires the
   * lock of the quest, then that of the recalculation.
   */
  async request(
    tx: Tx,
    { id, participant_count }: Pick<Quest, 'id' | 'participant_count'>,
    by: Administrator,
  ): Promise<Recalculation> {
    const now = this.#deps.now().toISOString();
    const isEmpty = participant_count === 0;
    if (!isEmpty) await tx.jobs.add('recalculate-quest', { quest_id: id });
    return tx.recalculations.upsert({
      quest_id: id,
      people: participant_count,
      actor: by.name,
      status: isEmpty ? 'done' : 'running',
      requested_at: now,
      finished_at: isEmpty ? now : null,
    });
  }

  /**
   * Runs the recalculation of a quest, or continues it after an interrupted run. Does nothing if
   * none is requested. Safe to repeat, also in parallel.
   * @throws the reason of `signal` when it aborts before the last batch; call again to continue
   */
  async run(questId: number, signal: AbortSignal): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      signal.throwIfAborted();
      hasMore = await this.#deps.store.transaction((tx) => this.#runBatch(tx, questId));
    }
  }

  /**
   * Runs every recalculation whose queued job failed too often.
   * @throws AggregateError with the failures, after all quests were tried
   */
  async runOverdue(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#deps.now().getTime() - OVERDUE_AFTER_MS).toISOString();
    const failures: unknown[] = [];
    for (const id of await this.#deps.store.recalculations.listRunning(before)) {
      // A quest that always fails must not stop the others.
      await this.run(id, signal).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'overdue recalculations failed');
  }

  /** Runs one batch under the lock of the recalculation. Returns whether there may be another. */
  async #runBatch(tx: Tx, questId: number): Promise<boolean> {
    const row = await tx.recalculations.lock(questId);
    if (row?.status !== 'running') return false;
    const user_ids = await tx.recalculations.lockPeople({ ...row, limit: BATCH_SIZE });
    if (user_ids.length > 0) await this.#recalculate(tx, row, user_ids);
    const last = user_ids.at(-1);
    if (last !== undefined && user_ids.length === BATCH_SIZE) {
      await tx.recalculations.updateProgress(questId, last);
      return true;
    }
    await tx.recalculations.updateDone(questId, this.#deps.now().toISOString());
    return false;
  }

  async #recalculate(
    tx: Tx,
    { quest_id, requested_at }: RecalculationRow,
    user_ids: readonly number[],
  ): Promise<void> {
    // A deleted quest completes nobody, so no notice needs its title.
    const title = (await tx.quests.find(quest_id))?.title ?? '';
    const completed = new Set(
      await tx.participations.updateFulfilled(quest_id, user_ids, requested_at),
    );
    const quest = { id: quest_id, title };
    const affected = user_ids.map((user_id) => ({
      user_id,
      completes_quest: completed.has(user_id),
    }));
    await this.#deps.points.reconcile(tx, quest, affected);
  }
}
