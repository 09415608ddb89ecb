import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type DecisionPlan,
  type ListedRequest,
  planOfDecision,
} from '../../domain/quests/admin-registration-requests.ts';
import { type Decided, STATUS_OF } from '../../domain/quests/admin-submissions.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { RegistrationRequest } from '../../domain/quests/registration-requests.ts';
import type { ListedRequest as ListedOfAny } from '../../domain/registration/listed-requests.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { AppError, notFound } from '../../errors.ts';
import type { RequestsFilter } from '../../repositories/registration/registration-requests.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Review } from './admin-submissions.service.ts';
import type { QuestNotificationsService } from './quest-notifications.service.ts';

type Refusals = ReadonlyMap<number, AppError>;

/** A decision and its administrator. `isBulk` audits all requests of a quest in one row. */
interface Given {
  readonly by: Administrator;
  readonly review: Review;
  readonly isBulk: boolean;
}

/** Administrators decide on registration requests. An approval takes a place at once. */
export class AdminRegistrationRequestsService {
  readonly #deps;

  constructor(deps: { store: Store; notices: QuestNotificationsService; now: () => Date }) {
    this.#deps = deps;
  }

  /** Requests for places in quests, the oldest first. */
  async list(
    filter: Omit<RequestsFilter, 'kinds' | 'q'>,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ListedRequest, SortPosition>> {
    const { registrationRequests } = this.#deps.store.read;
    const page = await registrationRequests.listOfQuests(filter, request);
    return { ...page, rows: page.rows.map(requestOfQuest) };
  }

  /**
   * Approves a pending or rejected request, which takes a place, or rejects a pending one. Notifies
   * the user, except of the rejection of a request of an unsigned call. Safe to repeat: the same
   * decision changes nothing.
   *
   * @throws AppError NOT_FOUND; QUEST_FULL; CONFLICT for the rejection of an approved request, if
   *   another decision came first, and for the approval of an erased user
   */
  async decide(by: Administrator, id: number, review: Review): Promise<ListedRequest> {
    const [seen] = await this.#deps.store.registrationRequests.listByIds([id]);
    if (!seen) throw notFound('registration request');
    const refusals = await this.#decideOf(seen.quest_id, [seen], { by, review, isBulk: false });
    const refusal = refusals.get(id);
    if (refusal) throw refusal;
    const decided = await this.#deps.store.read.registrationRequests.find(id);
    if (!decided) throw notFound('registration request');
    return requestOfQuest(decided);
  }

  /**
   * As `decide`, for each of the ids by itself; the oldest requests get the last places. The requests of
   * one quest are decided in one transaction, so that its places are locked once. One of another
   * conference than those of the key counts as missing.
   */
  async decideAll(
    by: Administrator,
    ids: readonly number[],
    review: Review,
  ): Promise<readonly Decided[]> {
    const { conferenceRows } = this.#deps.store.read;
    const kind = 'registration_request';
    const own = await conferenceRows.listIdsInside(kind, ids, by.conference_ids);
    const found = await this.#deps.store.registrationRequests.listByIds(own);
    const known = new Set(found.map(({ id }) => id));
    const refusals = new Map<number, AppError>();
    for (const [questId, requests] of Map.groupBy(found, ({ quest_id }) => quest_id)) {
      const given = { by, review, isBulk: true };
      const refused = await this.#decideOf(questId, requests, given).catch((error: unknown) =>
        refusalOfAll(requests, error),
      );
      for (const [id, refusal] of refused) refusals.set(id, refusal);
    }
    return ids.map((id) => {
      const refusal = known.has(id) ? refusals.get(id) : notFound('registration request');
      if (refusal) return { id, error: refusal.message, code: refusal.code };
      return { id, status: STATUS_OF[review.decision] };
    });
  }

  /** Locks the quest, then the users by id, then their requests by id. */
  async #decideOf(
    questId: number,
    seen: readonly RegistrationRequest[],
    { by, review, isBulk }: Given,
  ): Promise<Refusals> {
    return this.#deps.store.transaction(async (tx) => {
      const quest = await tx.quests.lock(questId);
      if (!quest) throw notFound('registration request');
      const userIds = seen.map(({ user_id }) => user_id);
      const present = new Set(await tx.users.lockMany(userIds));
      const requests = await tx.registrationRequests.lockByIds(seen.map(({ id }) => id));
      const plan = planOfDecision(review.decision, {
        quest,
        requests,
        seen: new Map(seen.map(({ id, status }) => [id, status])),
        participants: new Set(await tx.participations.listUserIds(questId, userIds)),
        erased: new Set(userIds.filter((id) => !present.has(id))),
      });
      if (plan.changed.length > 0) await this.#apply(tx, { quest, plan, by, review, isBulk });
      return plan.refusals;
    });
  }

  async #apply(
    tx: Tx,
    { quest, plan, by, review, isBulk }: Given & { quest: Quest; plan: DecisionPlan },
  ): Promise<void> {
    const { changed, admitted } = plan;
    const { decision, reason } = review;
    const now = this.#deps.now().toISOString();
    if (admitted.length > 0) {
      await tx.participations.insertAdmitted(quest.id, admitted, now);
      await tx.quests.updateParticipantCount(quest.id, admitted.length);
    }
    const ids = changed.map(({ id }) => id);
    const status = STATUS_OF[decision];
    await tx.registrationRequests.updateDecided(ids, { status, reason, decided_at: now });
    await tx.webhookChanges.insertChanged('registration_request.changed', ids);
    const notified = changed.filter(({ source }) => decision === 'approve' || source !== 'public');
    await this.#deps.notices.questRegistrationDecided(
      tx,
      notified.map(({ user_id }) => user_id),
      { quest, status, reason },
    );
    // An erasure empties the rows about one request only; each request has the reason, too.
    const more = isBulk ? { ids } : { ...(reason !== null && { reason }) };
    await tx.audit.record(
      by,
      `quest_registration_request.${decision}`,
      isBulk ? null : (ids[0] ?? null),
      { after: { status, quest_id: quest.id, ...more } },
    );
  }
}

/** A request that is for a quest, whose user withdraws none. */
function requestOfQuest({ quest, status, ...request }: ListedOfAny): ListedRequest {
  if (!quest || status === 'withdrawn') throw new Error('a request for no quest');
  return { ...request, quest, status };
}

/** The refusal of a whole quest, such as a deleted one. @throws any other error */
function refusalOfAll(requests: readonly RegistrationRequest[], error: unknown): Refusals {
  if (!(error instanceof AppError)) throw error;
  return new Map(requests.map(({ id }) => [id, error]));
}
