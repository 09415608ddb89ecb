import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { User } from '../../domain/people/users.ts';
import type { Adjustment, PointEntry } from '../../domain/quests/points.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { QuestNoticesService } from './quest-notices.service.ts';

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

/** The ledger of a user, and adjustments of it. */
export class PointsService {
  readonly #store: Store;
  readonly #notices: QuestNoticesService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; notices: QuestNoticesService; now: () => Date }) {
    this.#store = deps.store;
    this.#notices = deps.notices;
    this.#now = deps.now;
  }

  /** The user's own entries, newest first. */
  async listOf(
    { id }: Pick<User, 'id'>,
    request: PageRequest<number>,
  ): Promise<Page<PointEntry, number>> {
    return this.#store.read.pointEntries.listOf(id, request);
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
      throw invalid('quest_id', 'expected either quest_id or conference_id');
    const locked = quest_id === undefined ? [] : ([`quest:${quest_id}`] as const);
    return this.#store.transactionOn(locked, async (tx) => {
      const scope = await this.#lockScope(tx, input);
      const user = await tx.users.lockAllowingReferences(input.user_id);
      if (!user || user.erased_at !== null) throw notFound('user');
      return this.#insert(tx, by, { user, input, scope });
    });
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
      const total = await tx.pointAdjustments.findLeastTotal(of);
      if (total + delta < 0)
        throw new AppError(
          'CONFLICT',
          `delta: expected at least ${-Math.max(total, 0) || 0}, all that is left`,
        );
    }
    const entry = { ...of, delta, reason, earned_at: this.#now().toISOString() };
    const id = await tx.pointAdjustments.insert({ ...entry, actor: by.name, timezone });
    await tx.audit.record(by, 'user.adjust_points', user.id, {
      after: { delta, reason, ...counted },
    });
    await this.#notices.pointsAdjusted(tx, user.id, { delta, reason, ...counted });
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
}
