import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import {
  type AdminQuestWithTasks,
  adminQuestView,
  checkQuest,
  type DeletionOptions,
  type ListedQuest,
  type ListedQuestView,
  placeAfter,
} from '../../domain/quests/admin-quests.ts';
import type { Recalculation } from '../../domain/quests/points.ts';
import { adminTaskView } from '../../domain/quests/quest-tasks.ts';
import type {
  Quest,
  QuestChanges,
  QuestFields,
  QuestInput,
  QuestLink,
} from '../../domain/quests/quests.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { AdminQuestsFilter } from '../../repositories/quests/admin-quests.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { changedPlace, lockPlaces } from './quest-places.service.ts';
import type { RecalculationsService } from './recalculations.service.ts';

/** The quest before its first fields. */
const NEW = {
  starts_at: null,
  ends_at: null,
  access: 'anyone',
  conference_id: null,
  event_id: null,
  max_participants: null,
} as const;

interface Deps {
  readonly store: Store;
  readonly recalculations: RecalculationsService;
  readonly urlOf: QuestLink;
  readonly now: () => Date;
}

/** Quests for administrators, hidden ones included. */
export class AdminQuestsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Quests of any state. */
  async list(
    filter: AdminQuestsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ListedQuestView, SortPosition>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.search(filter.q, (read) =>
      read.adminQuests.list(filter, now.toISOString(), request),
    );
    return {
      ...page,
      rows: page.rows.map((quest: ListedQuest) =>
        adminQuestView(quest, { now, urlOf: this.#deps.urlOf }),
      ),
    };
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<AdminQuestWithTasks> {
    return this.#view(this.#deps.store, id);
  }

  /**
   * Creates a quest without tasks, which is inactive unless `is_active`. Without a conference, the
   * conference of the event counts.
   *
   * @throws AppError VALIDATION_ERROR naming the field; NOT_FOUND for the conference or event;
   *   CONFLICT for a taken slug
   */
  async create(by: Administrator, given: QuestInput): Promise<AdminQuestWithTasks> {
    return this.#deps.store.transaction(async (tx) =>
      this.#view(tx, await this.insert(tx, by, given)),
    );
  }

  /** As `create`, in the caller's transaction. @throws AppError as `create` */
  async insert(tx: Tx, by: Administrator, given: QuestInput): Promise<number> {
    const event = await lockPlaces(tx, given);
    const place = placeAfter(NEW, given, event);
    checkQuest({ ...NEW, ...set(given), ...place }, { participant_count: 0 });
    const freeSlug = await tx.quests.findFreeSlug(given.title);
    const slug = given.slug ?? freeSlug;
    const id = await tx.quests.insert({ ...set(given), ...place, title: given.title, slug });
    await tx.audit.record(by, 'quest.create', id, { after: { ...given, ...place, slug } });
    return id;
  }

  /**
   * Updates the given fields; null clears one. New `completion_points` hold for everyone who has
   * completed the quest: a worker recalculates them.
   *
   * @throws AppError VALIDATION_ERROR naming the field; NOT_FOUND for the quest, conference or event;
   *   PRECONDITION_FAILED; CONFLICT for a taken slug, fewer places than participants, and another
   *   conference or event once a point was awarded
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    given: QuestChanges,
  ): Promise<AdminQuestWithTasks> {
    return this.#deps.store.transaction(async (tx) => {
      await lockPlaces(tx, given);
      const quest = await this.#lock(tx, { id, ifMatch });
      await tx.recalculations.lock(id);
      const place = await changedPlace(tx, quest, given);
      const { before, after } = differences<QuestFields>(quest, { ...given, ...place });
      if (Object.keys(after).length === 0) return this.#view(tx, id);

      checkQuest({ ...quest, ...after }, quest);
      if ('conference_id' in after || 'event_id' in after) await checkNoPoints(tx, id);
      await tx.quests.update(id, after);
      await tx.audit.record(by, 'quest.update', id, { before, after });
      if ('completion_points' in after) await this.#deps.recalculations.request(tx, quest, by);
      return this.#view(tx, id);
    });
  }

  /**
   * Switches a quest on or off, or the other way round without `is_active`. No points change.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async toggleActive(
    by: Administrator,
    { id, ifMatch }: Target,
    { is_active }: { is_active?: boolean | undefined },
  ): Promise<AdminQuestWithTasks> {
    return this.#deps.store.transaction(async (tx) => {
      const quest = await this.#lock(tx, { id, ifMatch });
      const wanted = { is_active: is_active ?? !quest.is_active };
      const { before, after } = differences<QuestFields>(quest, wanted);
      if (Object.keys(after).length > 0) {
        await tx.quests.update(id, after);
        await tx.audit.record(by, 'quest.update', id, { before, after });
      }
      return this.#view(tx, id);
    });
  }

  /**
   * Deletes a quest: it is hidden, its history stays, and no reminder of it is sent.
   *
   * @returns the recalculation that takes the points back, if it does
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async delete(
    by: Administrator,
    target: Target,
    options: DeletionOptions,
  ): Promise<Recalculation | null> {
    return this.#deps.store.transaction((tx) => this.#delete(tx, by, target, options));
  }

  /** Deletes all quests of a conference, whose lock is required. Their points stay. */
  async deleteAllOf(tx: Tx, by: Administrator, conferenceId: number): Promise<void> {
    for (const id of await tx.quests.listIdsOf(conferenceId))
      await this.#delete(tx, by, { id, ifMatch: undefined }, { takesBack: false });
  }

  async #delete(
    tx: Tx,
    by: Administrator,
    { id, ifMatch }: Target,
    { takesBack }: DeletionOptions,
  ): Promise<Recalculation | null> {
    const quest = await this.#lock(tx, { id, ifMatch });
    await tx.recalculations.lock(id);
    await tx.quests.updateDeleted(id, {
      deleted_at: this.#deps.now().toISOString(),
      points_taken_back: takesBack,
    });
    const cancelled = await tx.broadcasts.updateRemindersCancelled(id);
    await tx.webhookChanges.insertChanged('broadcast.changed', cancelled);
    await tx.audit.record(by, 'quest.delete', id, {
      before: quest,
      after: { points_taken_back: takesBack },
    });
    return takesBack ? this.#deps.recalculations.request(tx, quest, by) : null;
  }

  async #lock(tx: Tx, { id, ifMatch }: Target): Promise<Quest> {
    const quest = await tx.quests.lock(id);
    if (!quest) throw notFound('quest');
    if (!isExpected(quest, ifMatch)) throw preconditionFailed(await this.#view(tx, id));
    return quest;
  }

  async #view(db: Store | Tx, id: number): Promise<AdminQuestWithTasks> {
    const quest = await db.read.adminQuests.find(id);
    if (!quest) throw notFound('quest');
    const now = this.#deps.now();
    const tasks = await db.questTasks.listOf(id);
    return {
      ...adminQuestView(quest, { now, urlOf: this.#deps.urlOf }),
      tasks: tasks.map((task) => adminTaskView(task, now)),
    };
  }
}

/** Leaves out absent fields, which get the default of their column. */
const set = (given: QuestChanges): Partial<QuestFields> =>
  differences<Partial<QuestFields>>({}, given).after;

/**
 * Points belong to the conference in which they were earned.
 * @throws AppError CONFLICT once a point was awarded
 */
async function checkNoPoints(tx: Tx, questId: number): Promise<void> {
  const check = async () => {
    if (await tx.points.findAnyOf(questId))
      throw conflict(
        'conference_id',
        'points were awarded, so conference and event stay',
        'has_points',
      );
  };
  await check();
  // Awards that run now end before these locks are granted; later ones read the new place.
  await tx.recalculations.lockPeople({ quest_id: questId, after_user_id: 0, limit: null });
  await check();
}
