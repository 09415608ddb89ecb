import type { Changes } from '../changes.ts';
import type { TaskType, Verification } from './task-types/task-type.ts';
import {
  type GivenConfig,
  ruleOf,
  type TaskConfigs,
  type TaskKind,
} from './task-types/task-types.ts';

export const TASK_STATES = ['coming', 'open', 'closed'] as const;
type TaskState = (typeof TASK_STATES)[number];

/** A task as stored, without its answer. */
export type QuestTask = TaskKind & {
  readonly id: number;
  readonly quest_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly points: number;
  readonly position: number;
  readonly is_required: boolean;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A task of one type. */
export type TaskOf<T extends TaskType> = Extract<QuestTask, { type: T }>;

type Timed = Pick<QuestTask, 'opens_at' | 'closes_at'>;

/** The state of a task by its own times; the quest has times of its own. */
export function taskStateOf({ opens_at, closes_at }: Timed, now: Date): TaskState {
  if (opens_at !== null && Date.parse(opens_at) > now.getTime()) return 'coming';
  if (closes_at !== null && Date.parse(closes_at) <= now.getTime()) return 'closed';
  return 'open';
}

/** A task as everyone sees it: description and config are null before `opens_at`. */
export type TaskView = Omit<
  QuestTask,
  'type' | 'config' | 'version' | 'created_at' | 'updated_at'
> & {
  readonly state: TaskState;
  readonly verification: Verification;
} & {
    [T in TaskType]: { readonly type: T; readonly config: TaskConfigs[T] | null };
  }[TaskType];

export function taskView(task: QuestTask, now: Date): TaskView {
  const state = taskStateOf(task, now);
  const verification = ruleOf(task.type).verification;
  if (state === 'coming') return { ...task, description: null, config: null, state, verification };
  return { ...task, state, verification };
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

export const adminTaskView = (task: QuestTask, now: Date): AdminTaskView => ({
  ...task,
  state: taskStateOf(task, now),
  verification: ruleOf(task.type).verification,
});
