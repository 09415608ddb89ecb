import type { Changes } from '../changes.ts';
import { type QuestTask, type TaskState, taskStateOf } from './quest-tasks.ts';
import type { TaskType, Verification } from './task-types/task-type.ts';
import { type GivenConfig, ruleOf } from './task-types/task-types.ts';

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

export const adminTaskView = (task: QuestTask, now: Date): AdminTaskView => ({
  ...task,
  state: taskStateOf(task, now),
  verification: ruleOf(task.type).verification,
});
