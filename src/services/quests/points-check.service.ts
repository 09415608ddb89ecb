import type { Administrator } from '../../domain/people/administrators.ts';
import type { PointDifference, PointsCheck } from '../../domain/quests/points.ts';
import type { UserBatch } from '../../repositories/quests/points-check.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/**
 * Users of one statement. With 10 rows of the ledger each, 10,000 took 3 of the 5 seconds that a
 * statement may take, on a busy machine.
 */
const BATCH_USERS = 1_000;
/** Users who are locked at once by a repair. */
const REPAIRED_USERS = 100;
const MAX_DIFFERENCES = 100;

/** Compares the kept totals, points of users, awards and counts with their source rows. */
export class PointsCheckService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Compares everything in one snapshot of the database, without locks. */
  async check(): Promise<PointsCheck> {
    return this.#store.snapshot(async (tx) => {
      let [people, ledger_rows] = [0, 0];
      const differences: PointDifference[] = [];
      for await (const of of this.#batches(tx)) {
        const counted = await tx.read.pointsCheck.countLedger(of);
        people += counted.people;
        ledger_rows += counted.ledger_rows;
        differences.push(...(await this.#differencesOf(tx, of)));
      }
      differences.push(...(await tx.read.pointsCheck.listCountDifferences(MAX_DIFFERENCES)));
      return {
        people,
        ledger_rows,
        differences: differences.slice(0, MAX_DIFFERENCES),
        recalculating: await tx.read.pointsCheck.listRecalculatedIds(),
        ok: differences.length === 0,
      };
    });
  }

  /**
   * Recomputes the totals and points of the users who differ from the ledger, then checks. Locks
   * 100 users at a time, so that an award waits for one short transaction at most.
   */
  async repair(by: Administrator): Promise<PointsCheck> {
    let repaired = 0;
    for await (const of of this.#batches(this.#store)) {
      const wrong = await this.#store.read.pointsCheck.listWrongUserIds(of);
      for (let from = 0; from < wrong.length; from += REPAIRED_USERS) {
        await this.#repairUsers(by, wrong.slice(from, from + REPAIRED_USERS));
      }
      repaired += wrong.length;
    }
    return { ...(await this.check()), repaired };
  }

  async #repairUsers(by: Administrator, user_ids: readonly number[]): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.pointTotals.lockUsers(user_ids);
      await tx.pointTotals.deleteOf(user_ids);
      await tx.pointTotals.insertFromLedger(user_ids);
      await tx.pointTotals.updateUsers(user_ids);
      await tx.audit.record(by, 'user.repair_points', null, { after: { user_ids } });
    });
  }

  async #differencesOf(tx: Tx, of: UserBatch): Promise<PointDifference[]> {
    const { pointsCheck } = tx.read;
    return [
      ...(await pointsCheck.listTotalDifferences(of, MAX_DIFFERENCES)),
      ...(await pointsCheck.listUserDifferences(of, MAX_DIFFERENCES)),
      ...(await pointsCheck.listTaskAwardDifferences(of, MAX_DIFFERENCES)),
      ...(await pointsCheck.listCompletionAwardDifferences(of, MAX_DIFFERENCES)),
    ];
  }

  async *#batches(db: Store | Tx): AsyncGenerator<UserBatch> {
    let after = 0;
    for (;;) {
      const upto = await db.read.pointsCheck.findBatchEnd(after, BATCH_USERS);
      if (upto === null) return;
      yield { after, upto };
      after = upto;
    }
  }
}
