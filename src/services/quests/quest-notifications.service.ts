import type { NotificationEvent } from '../../domain/messaging/notification-args.ts';
import type { Adjustment } from '../../domain/quests/points.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { Tx } from '../../repositories/store.ts';

type TitledTask = Pick<QuestTask, 'id' | 'quest_id' | 'title'>;

interface QuestRegistrationDecision {
  readonly quest: Pick<Quest, 'id' | 'title'>;
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
}

type AwardedTask = Readonly<Record<'user_id' | 'quest_id' | 'task_id', number>> & {
  readonly quest_title: string;
};

/** Inserts the notifications of quests and points, as `NotificationsService` does the others. */
export class QuestNotificationsService {
  /** Notifies a user of the approval of a task, with its points. */
  async questTaskApproved(
    tx: Tx,
    userId: number,
    { task, points }: { task: TitledTask; points: number },
  ): Promise<void> {
    await this.#notify(tx, [userId], {
      type: 'quest_task_approved',
      args: { title: task.title, points },
      data: { quest_id: task.quest_id, task_id: task.id, points },
    });
  }

  /** Notifies a user of the rejection of a task and its reason. */
  async questTaskRejected(
    tx: Tx,
    userId: number,
    { task, reason }: { task: TitledTask; reason: string | null },
  ): Promise<void> {
    await this.#notify(tx, [userId], {
      type: 'quest_task_rejected',
      args: { title: task.title, reason },
      data: { quest_id: task.quest_id, task_id: task.id, reason },
    });
  }

  /** Notifies users of the decision on their requests to take part in a quest. */
  async questRegistrationDecided(
    tx: Tx,
    userIds: readonly number[],
    { quest, status, reason }: QuestRegistrationDecision,
  ): Promise<void> {
    await this.#notify(tx, userIds, {
      type: `quest_registration_${status}`,
      args: { title: quest.title, reason },
      data: { quest_id: quest.id, reason },
    });
  }

  /** Notifies users who completed a quest, with the points of the completion. */
  async questCompleted(
    tx: Tx,
    userIds: readonly number[],
    { quest, points }: { quest: Pick<Quest, 'id' | 'title'>; points: number },
  ): Promise<void> {
    await this.#notify(tx, userIds, {
      type: 'quest_completed',
      args: { title: quest.title, points },
      data: { quest_id: quest.id, points },
    });
  }

  /** Notifies a user of points that an administrator gave or took. */
  async pointsAdjusted(
    tx: Tx,
    userId: number,
    adjustment: Pick<Adjustment, 'delta' | 'reason' | 'quest_id' | 'conference_id'>,
  ): Promise<void> {
    const { delta, reason } = adjustment;
    await this.#notify(tx, [userId], {
      type: 'points_adjusted',
      args: { delta, reason },
      data: adjustment,
    });
  }

  /** Notifies a user of the automatic tasks that one run of the worker approved, the first by id. */
  async questTasksAwarded(
    tx: Tx,
    { user_id, quest_id, task_id, quest_title }: AwardedTask,
    { count, points }: { count: number; points: number },
  ): Promise<void> {
    await this.#notify(tx, [user_id], {
      type: 'quest_task_approved',
      args: { title: quest_title, points, count },
      data: { quest_id, task_id, points },
    });
  }

  async #notify(tx: Tx, userIds: readonly number[], content: NotificationEvent): Promise<void> {
    await tx.notifications.insertForAll(userIds, content);
  }
}
