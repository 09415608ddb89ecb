import type { Quest } from '../../domain/quests/quests.ts';
import { NO_PROOF, type Submission } from '../../domain/quests/submissions.ts';
import type { ReversalNote } from '../../repositories/quests/points.repository.ts';
import type { FulfilledTask } from '../../repositories/quests/settlements.read-model.ts';
import type { Tx } from '../../repositories/store.ts';
import type { QuestNoticesService } from './quest-notices.service.ts';

type TitledQuest = Pick<Quest, 'id' | 'title'>;
type Earned = Pick<Submission, 'task_id' | 'user_id' | 'quest_id' | 'submitted_at'>;

/**
 * Gives and takes points. Every method requires the lock of the user, which makes the awards of one
 * user run one after the other.
 */
export class AwardsService {
  readonly #notices: QuestNoticesService;
  readonly #now: () => Date;

  constructor(deps: { notices: QuestNoticesService; now: () => Date }) {
    this.#notices = deps.notices;
    this.#now = deps.now;
  }

  /**
   * Awards an approved task, and the quest if this completes it, at the time when the task was
   * sent.
   *
   * @returns the points of the task
   */
  async award(tx: Tx, quest: TitledQuest, earned: Earned): Promise<number> {
    const points = await tx.points.insertTaskAward(earned, earned.submitted_at);
    await tx.participations.updateActive(earned, earned.submitted_at);
    await this.completeIfFulfilled(tx, quest, earned.user_id, earned.submitted_at);
    return points;
  }

  /** Completes the quest if the user has done its tasks, awards and notifies. */
  async completeIfFulfilled(
    tx: Tx,
    quest: TitledQuest,
    user_id: number,
    at: string,
  ): Promise<boolean> {
    const of = { quest_id: quest.id, user_id };
    if (!(await tx.participations.updateIfFulfilled(of, at))) return false;
    const points = await tx.points.insertCompletionAward(of, at);
    await this.#notices.questCompleted(tx, [user_id], { quest, points });
    return true;
  }

  /** Takes the points of a task back, and those of the completion if it depends on the task. */
  async withdraw(
    tx: Tx,
    of: Pick<Submission, 'task_id' | 'user_id' | 'quest_id'>,
    note: ReversalNote,
  ): Promise<void> {
    await tx.points.insertTaskReversal(of, note);
    if (await tx.participations.updateIfUnfulfilled(of))
      await tx.points.insertCompletionReversal(of, note);
  }

  /**
   * Awards the automatic tasks that are fulfilled and open for a participant.
   * @returns those awarded
   */
  async settle(tx: Tx, quest: TitledQuest, user_id: number): Promise<readonly FulfilledTask[]> {
    const of = { user_id, quest_id: quest.id };
    const fulfilled = await tx.read.settlements.listFulfilledOf(of, this.#now().toISOString());
    for (const task of fulfilled) await this.awardFulfilled(tx, quest, task);
    return fulfilled;
  }

  /** Awards an automatic task that is fulfilled. Returns its points. */
  async awardFulfilled(
    tx: Tx,
    quest: TitledQuest,
    { fulfilled_at, user_id, quest_id, task_id }: FulfilledTask,
  ): Promise<number> {
    const submission = await tx.submissions.upsert({
      user_id,
      quest_id,
      task_id,
      ...NO_PROOF,
      status: 'approved',
      source: 'worker',
      submissions: 0,
      submitted_at: fulfilled_at,
      decided_at: this.#now().toISOString(),
    });
    return this.award(tx, quest, submission);
  }
}
