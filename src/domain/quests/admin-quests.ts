import type { Changes } from '../changes.ts';
import type { QuestLink } from './quest-views.ts';
import { type Quest, type QuestState, stateOf } from './quests.ts';
import type { Recalculation } from './recalculations.ts';
import type { GivenConfig } from './task-settings.ts';
import {
  type QuestTask,
  type TaskState,
  type TaskType,
  taskStateOf,
  VERIFICATION_OF,
  type Verification,
} from './tasks.ts';

/** A quest with the state of its points. */
export interface AdminQuest extends Quest {
  /** Null if its points were never edited. */
  readonly recalculation: Recalculation | null;
}

/** As administrators see it. */
export interface AdminQuestView extends Omit<AdminQuest, 'is_hidden'> {
  readonly state: QuestState;
  readonly share_url: string | null;
}

/** With its tasks. */
export interface AdminQuestWithTasks extends AdminQuestView {
  readonly tasks: readonly AdminTaskView[];
}

export type AdminTaskView = QuestTask & {
  readonly state: TaskState;
  readonly verification: Verification;
};

type TaskFields = Pick<
  QuestTask,
  'title' | 'description' | 'points' | 'position' | 'is_required' | 'opens_at' | 'closes_at'
>;

/** Absent fields keep their value. */
export type TaskChanges = Changes<TaskFields> & {
  readonly type?: TaskType | undefined;
  readonly config?: GivenConfig | undefined;
};

/** A new task; absent fields get their default. */
export type TaskInput = TaskChanges & Pick<TaskFields, 'title'> & { readonly type: TaskType };

export function adminQuestView(
  { is_hidden, ...quest }: AdminQuest,
  { now, urlOf }: { now: Date; urlOf: QuestLink },
): AdminQuestView {
  return { ...quest, state: stateOf({ ...quest, is_hidden }, now), share_url: urlOf(quest) };
}

export const adminTaskView = (task: QuestTask, now: Date): AdminTaskView => ({
  ...task,
  state: taskStateOf(task, now),
  verification: VERIFICATION_OF[task.type],
});
