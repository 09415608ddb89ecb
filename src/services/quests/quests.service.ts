import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { QuestProgress } from '../../domain/quests/progress.ts';
import {
  hasBegun,
  isVisible,
  progressView,
  type QuestView,
  questView,
  type TaskView,
  taskView,
} from '../../domain/quests/quest-views.ts';
import { notFound } from '../../errors.ts';
import type { OwnProgress } from '../../repositories/quests/own-progress.read-model.ts';
import type { OwnStatus, QuestsFilter } from '../../repositories/quests/quests.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { Participant, ParticipationsService } from './participations.service.ts';

/** A quest with its tasks, and the progress of the user who asks. */
export type QuestDetails = QuestView & {
  readonly tasks: readonly TaskView[];
  readonly progress?: QuestProgress;
};

export interface OwnQuest {
  readonly quest: QuestView;
  readonly progress: QuestProgress;
}

/** Quests as users and visitors see them. */
export class QuestsService {
  readonly #store: Store;
  readonly #participations: ParticipationsService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; participations: ParticipationsService; now: () => Date }) {
    this.#store = deps.store;
    this.#participations = deps.participations;
    this.#now = deps.now;
  }

  /** Quests that are not hidden: featured ones first, then the latest start. */
  async list(filter: QuestsFilter, request: NumberedRequest): Promise<Page<QuestView>> {
    const now = this.#now();
    const page = await this.#store.read.quests.list(filter, now.toISOString(), request);
    return { ...page, rows: page.rows.map((quest) => questView(quest, now)) };
  }

  /**
   * With `viewer` also the viewer's progress. A quest that has not begun shows no tasks.
   * @throws AppError NOT_FOUND also for a quest that is hidden or coming, except for participants
   */
  async find(id: number, viewer: Participant | undefined): Promise<QuestDetails> {
    const now = this.#now();
    const quest = await this.#store.quests.find(id);
    if (!quest) throw notFound('quest');
    const progress = viewer && (await this.#participations.progress(id, viewer));
    if (!isVisible(quest, progress?.status, now)) throw notFound('quest');
    const tasks = hasBegun(quest, now) ? await this.#store.questTasks.listOf(id) : [];
    return {
      ...questView(quest, now),
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
    const now = this.#now();
    const page = await this.#store.read.quests.listOf(user.id, filter, request);
    const ids = page.rows.map(({ id }) => id);
    const progressOf = await this.#participations.progressIn(ids, user);
    const rows = page.rows.flatMap((quest) => {
      const progress = progressOf.get(quest.id);
      if (!progress) return [];
      return [{ quest: questView(quest, now), progress: progressView(quest, progress, now) }];
    });
    return { ...page, rows };
  }

  /** The user's progress in all quests. `rank` is null without points. */
  async progressOf({
    id,
  }: Pick<Participant, 'id'>): Promise<OwnProgress & { readonly rank: number | null }> {
    const own = await this.#store.read.ownProgress.find(id, this.#now().toISOString());
    if (own.points <= 0) return { ...own, rank: null };
    return { ...own, rank: 1 + (await this.#store.read.ownProgress.countAhead(own.points)) };
  }
}
