import type { ChangingPage, NumberedRequest, Page } from '../../db/pages.ts';
import type { QuestProgress } from '../../domain/quests/participations.ts';
import { type TaskView, taskView } from '../../domain/quests/quest-tasks.ts';
import {
  hasBegun,
  isVisible,
  progressView,
  type Quest,
  type QuestLink,
  type QuestView,
  questView,
} from '../../domain/quests/quests.ts';
import { notFound } from '../../errors.ts';
import type { OwnProgress } from '../../repositories/quests/participations.read-model.ts';
import type { OwnStatus, QuestsFilter } from '../../repositories/quests/quests.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { LeaderboardsService } from './leaderboards.service.ts';
import type { Participant, ParticipationsService } from './participations.service.ts';

/** A quest with its tasks, and the progress of the caller. */
export type QuestDetails = QuestView & {
  readonly tasks: readonly TaskView[];
  readonly progress?: QuestProgress;
};

export interface OwnQuest {
  readonly quest: QuestView;
  readonly progress: QuestProgress;
}

interface Deps {
  readonly store: Store;
  readonly participations: ParticipationsService;
  readonly leaderboards: LeaderboardsService;
  readonly urlOf: QuestLink;
  readonly now: () => Date;
}

/** Quests as users and visitors see them. */
export class QuestsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Quests that are not hidden: featured ones first, then the latest start. */
  async list(filter: QuestsFilter, request: NumberedRequest): Promise<ChangingPage<QuestView>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.search(filter.q, (read) =>
      read.quests.list(filter, now.toISOString(), request),
    );
    return { ...page, rows: page.rows.map((quest) => this.#view(quest)) };
  }

  /**
   * With `viewer` also the viewer's progress. A quest that has not begun shows no tasks.
   * @throws AppError NOT_FOUND also for a quest that is hidden or coming, except for participants
   */
  async find(id: number, viewer: Participant | undefined): Promise<QuestDetails> {
    const now = this.#deps.now();
    const quest = await this.#deps.store.quests.find(id);
    if (!quest) throw notFound('quest');
    const progress = viewer && (await this.#deps.participations.progress(id, viewer));
    if (!isVisible(quest, progress?.status, now)) throw notFound('quest');
    const tasks = hasBegun(quest, now) ? await this.#deps.store.questTasks.listOf(id) : [];
    return {
      ...this.#view(quest),
      tasks: tasks.map((task) => taskView(task, now)),
      ...(progress && { progress: progressView(quest, progress, now) }),
    };
  }

  /**
   * The quests that the user takes part in, or whose registration they requested, also hidden and
   * ended ones: the latest activity first.
   */
  async listOf(
    user: Participant,
    filter: { status: OwnStatus | undefined },
    request: NumberedRequest,
  ): Promise<Page<OwnQuest>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.read.quests.listOf(user.id, filter, request);
    const ids = page.rows.map(({ id }) => id);
    const progressOf = await this.#deps.participations.progressIn(ids, user);
    const rows = page.rows.flatMap((quest) => {
      const progress = progressOf.get(quest.id);
      if (!progress) return [];
      return [{ quest: this.#view(quest), progress: progressView(quest, progress, now) }];
    });
    return { ...page, rows };
  }

  /** The user's progress in all quests. `rank` is null without points. */
  async progressOf(user: Pick<Participant, 'id'>): Promise<OwnProgress & { rank: number | null }> {
    const [own, rank] = await Promise.all([
      this.#deps.store.read.participations.findOwn(user.id, this.#deps.now().toISOString()),
      this.#deps.leaderboards.rankAmongAll(user),
    ]);
    return { ...own, rank };
  }

  #view(quest: Quest): QuestView {
    return questView(quest, { now: this.#deps.now(), urlOf: this.#deps.urlOf });
  }
}
