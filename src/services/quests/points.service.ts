import type { Page, PageRequest } from '../../db/pages.ts';
import type { Actor, Administrator } from '../../domain/administration/administrators.ts';
import type { User } from '../../domain/people/users.ts';
import type {
  Adjustment,
  PointDifference,
  PointEntry,
  PointsCheck,
} from '../../domain/quests/points.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import type { UserBatch } from '../../repositories/quests/points.read-model.ts';
import type { ReconciledEntry, ReversalNote } from '../../repositories/quests/points.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { QuestNotificationsService } from './quest-notifications.service.ts';

/** The points that an administrator gives or takes, and the reason. */
export interface AdjustmentInput {
  readonly user_id: number;
  readonly delta: number;
  readonly reason: string;
  readonly quest_id?: number | undefined;
  readonly conference_id?: number | undefined;
}

/** The scope in which an adjustment counts. */
interface AdjustedScope {
  readonly quest_id: number | null;
  readonly conference_id: number | null;
  readonly timezone: string;
}

/** A user whose points in a quest may be out of step. */
interface Affected {
  readonly user_id: number;
  /** Whether the user has completed the quest now. */
  readonly completes_quest?: boolean;
}

/**
 * Users of one statement. With 10 rows of the ledger each, 10,000 took 3 of the 5 seconds that a
 * statement may take, on a busy machine.
 */
const BATCH_USERS = 1_000;
/** Users who are locked at once by a repair. */
const REPAIRED_USERS = 100;
const MAX_DIFFERENCES = 100;

interface Deps {
  readonly store: Store;
  readonly notices: QuestNotificationsService;
  readonly now: () => Date;
}

/** The ledger of points: what follows from tasks and quests, adjustments, and its check. */
export class PointsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The user's own entries, newest first. */
  async listOf(
    { id }: Pick<User, 'id'>,
    request: PageRequest<number>,
  ): Promise<Page<PointEntry, number>> {
    return this.#deps.store.read.points.listOf(id, request);
  }

  /**
   * Gives or takes points, and notifies the user of the reason. They count for the given quest or
   * conference, and today in its time zone, else in UTC.
   *
   * @throws AppError NOT_FOUND also for an erased user; CONFLICT if a total of the user would fall
   *   below 0; VALIDATION_ERROR for both a quest and a conference
   */
  async adjust(by: Administrator, input: AdjustmentInput): Promise<Adjustment> {
    const { quest_id, conference_id } = input;
    if (quest_id !== undefined && conference_id !== undefined)
      throw invalid('quest_id', 'expected either quest_id or conference_id', 'not_beside', {
        field: 'conference_id',
      });
    return this.#deps.store.transaction(async (tx) => {
      const scope = await this.#lockScope(tx, input);
      const user = await tx.users.lockAllowingReferences(input.user_id);
      if (!user || user.erased_at !== null) throw notFound('user');
      return this.#insert(tx, by, { user, input, scope });
    });
  }

  /**
   * Brings the points of users in step with what they have earned in a quest, and notifies those who
   * have completed it. An approved task earns its points, the last one also the `completion_points` of
   * the quest (the view `earned` in `migrations/schema.sql`). Requires the locks of the users, taken in order of id before that was stored.
   *
   * @returns the rows of the ledger that it took
   */
  async reconcile(
    tx: Tx,
    quest: Pick<Quest, 'id' | 'title'>,
    affected: readonly Affected[],
    note: ReversalNote = BY_NOBODY,
  ): Promise<readonly ReconciledEntry[]> {
    const entries = await tx.points.updateLedger(quest.id, userIdsOf(affected), note);
    const completed = affected.filter(({ completes_quest }) => completes_quest);
    if (completed.length > 0) {
      const points = entries.find(({ kind }) => kind === 'completion')?.delta ?? 0;
      await this.#deps.notices.questCompleted(tx, userIdsOf(completed), { quest, points });
    }
    return entries;
  }

  /** Compares everything in one snapshot of the database, without locks. */
  async check(): Promise<PointsCheck> {
    return this.#deps.store.snapshot(async (tx) => {
      let [people, ledger_rows] = [0, 0];
      const differences: PointDifference[] = [];
      for await (const of of this.#batches(tx)) {
        const counted = await tx.read.points.countLedger(of);
        people += counted.people;
        ledger_rows += counted.ledger_rows;
        differences.push(...(await this.#differencesOf(tx, of)));
      }
      differences.push(...(await tx.read.points.listCountDifferences(MAX_DIFFERENCES)));
      return {
        people,
        ledger_rows,
        differences: differences.slice(0, MAX_DIFFERENCES),
        recalculating: await tx.read.points.listRecalculatedIds(),
        ok: differences.length === 0,
      };
    });
  }

  /**
   * Recomputes the totals and points of the users who differ from the ledger, then checks. Locks
   * 100 users at a time, so that an award waits for one short transaction at most.
   */
  async repair(by: Actor): Promise<PointsCheck> {
    let repaired = 0;
    for await (const of of this.#batches(this.#deps.store)) {
      const wrong = await this.#deps.store.read.points.listWrongUserIds(of);
      for (let from = 0; from < wrong.length; from += REPAIRED_USERS) {
        await this.#repairUsers(by, wrong.slice(from, from + REPAIRED_USERS));
      }
      repaired += wrong.length;
    }
    return { ...(await this.check()), repaired };
  }

  async #insert(
    tx: Tx,
    by: Administrator,
    { user, input, scope }: { user: User; input: AdjustmentInput; scope: AdjustedScope },
  ): Promise<Adjustment> {
    const { delta, reason } = input;
    const { timezone, ...counted } = scope;
    const of = { user_id: user.id, ...counted };
    if (delta < 0) {
      const total = await tx.points.findLeastTotal(of);
      if (total + delta < 0)
        throw conflict(
          'delta',
          `expected at least ${-Math.max(total, 0) || 0}, all that is left`,
          'too_small',
          { min: -Math.max(total, 0) || 0 },
        );
    }
    const entry = { ...of, delta, reason, earned_at: this.#deps.now().toISOString() };
    const id = await tx.points.insertAdjustment({ ...entry, actor: by.name, timezone });
    await tx.audit.record(by, 'user.adjust_points', user.id, {
      after: { delta, reason, ...counted },
    });
    await this.#deps.notices.pointsAdjusted(tx, user.id, { delta, reason, ...counted });
    return { id, ...entry, points: user.points + delta };
  }

  async #lockScope(tx: Tx, { quest_id, conference_id }: AdjustmentInput): Promise<AdjustedScope> {
    if (quest_id !== undefined) {
      // Locks the quest, so that it keeps its conference.
      const quest = await tx.quests.lock(quest_id);
      if (!quest) throw notFound('quest');
      const { id, conference_id: ofQuest, timezone } = quest;
      return { quest_id: id, conference_id: ofQuest, timezone };
    }
    if (conference_id === undefined)
      return { quest_id: null, conference_id: null, timezone: 'UTC' };
    const conference = await tx.conferences.find(conference_id);
    if (!conference) throw notFound('conference');
    return { quest_id: null, conference_id, timezone: conference.timezone };
  }

  async #repairUsers(by: Actor, user_ids: readonly number[]): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      await tx.users.lockMany(user_ids);
      await tx.points.deleteTotalsOf(user_ids);
      await tx.points.insertTotalsOf(user_ids);
      await tx.points.updateUsers(user_ids);
      await tx.audit.record(by, 'user.repair_points', null, { after: { user_ids } });
    });
  }

  async #differencesOf(tx: Tx, of: UserBatch): Promise<PointDifference[]> {
    const { points } = tx.read;
    return [
      ...(await points.listAwardDifferences(of, MAX_DIFFERENCES)),
      ...(await points.listTotalDifferences(of, MAX_DIFFERENCES)),
      ...(await points.listUserDifferences(of, MAX_DIFFERENCES)),
    ];
  }

  async *#batches(db: Store | Tx): AsyncGenerator<UserBatch> {
    let after = 0;
    for (;;) {
      const upto = await db.read.points.findBatchEnd(after, BATCH_USERS);
      if (upto === null) return;
      yield { after, upto };
      after = upto;
    }
  }
}

const BY_NOBODY: ReversalNote = { reason: null, actor: null };

const userIdsOf = (affected: readonly Affected[]): readonly number[] => [
  ...new Set(affected.map(({ user_id }) => user_id)),
];
