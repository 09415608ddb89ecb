import type { ProfileField } from './verifiers/profile.ts';

/** How a task is approved; it follows from the type. */
export type Verification = 'at_once' | 'automatic' | 'review' | 'partner';

/** Every type of task with its verification. */
export const VERIFICATION_OF = {
  link: 'at_once',
  text: 'review',
  photo: 'review',
  code: 'at_once',
  quiz: 'at_once',
  poll: 'at_once',
  connections: 'automatic',
  event_attendance: 'automatic',
  conference_registration: 'automatic',
  profile: 'automatic',
  external: 'partner',
} as const satisfies Readonly<Record<string, Verification>>;

export type TaskType = keyof typeof VERIFICATION_OF;
export const TASK_TYPES = Object.keys(VERIFICATION_OF) as [TaskType, ...TaskType[]];

/** The types that facts in the database fulfil. */
export type AutomaticType = {
  [T in TaskType]: (typeof VERIFICATION_OF)[T] extends 'automatic' ? T : never;
}[TaskType];

/** Whether tasks of this type have an answer that is stored; a constraint of the table says the same. */
export const hasAnswer = (type: TaskType): boolean => type === 'code' || type === 'quiz';

export const TASK_STATES = ['coming', 'open', 'closed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

export interface Option {
  readonly id: string;
  readonly label: string;
}

/** Whether a seat is enough, or the person must have checked in. */
export const ATTENDED_WHEN = ['registered', 'checked_in'] as const;
export type AttendedWhen = (typeof ATTENDED_WHEN)[number];

export const POLL_RESULTS = ['always', 'after_vote', 'after_end'] as const;
export type ResultsVisibility = (typeof POLL_RESULTS)[number];

/** The public settings of each type, with every default filled in. */
export interface TaskConfigs {
  readonly link: { readonly url: string };
  readonly text: { readonly min_length: number; readonly max_length: number };
  readonly photo: Readonly<Record<string, never>>;
  readonly code: Readonly<Record<string, never>>;
  readonly quiz: {
    readonly options: readonly Option[];
    readonly multiple: boolean;
    readonly max_tries: number;
  };
  readonly poll: { readonly options: readonly Option[]; readonly results: ResultsVisibility };
  readonly connections: { readonly count: number };
  readonly event_attendance: { readonly event_id: number; readonly when: AttendedWhen };
  readonly conference_registration: { readonly conference_id: number; readonly when: AttendedWhen };
  readonly profile: { readonly fields: readonly ProfileField[] };
  readonly external: Readonly<Record<string, never>>;
}

/** The type of a task with its settings. */
export type TaskKind = {
  [T in TaskType]: { readonly type: T; readonly config: TaskConfigs[T] };
}[TaskType];

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
  readonly created_at: string;
  readonly updated_at: string;
};

/** A task of one type. */
export type TaskOf<T extends TaskType> = Extract<QuestTask, { type: T }>;

/** Decrypted, as the verifiers compare it. */
export interface TaskAnswer {
  readonly current: string;
  /** The code before a rotation, while its grace lasts. */
  readonly old: string | null;
}

type Timed = Pick<QuestTask, 'opens_at' | 'closes_at'>;

/** The state of a task by its own times; the quest has times of its own. */
export function taskStateOf({ opens_at, closes_at }: Timed, now: Date): TaskState {
  if (opens_at !== null && Date.parse(opens_at) > now.getTime()) return 'coming';
  if (closes_at !== null && Date.parse(closes_at) <= now.getTime()) return 'closed';
  return 'open';
}

/** A task as everyone sees it: description and config are null before `opens_at`. */
export type TaskView = Omit<QuestTask, 'type' | 'config' | 'created_at' | 'updated_at'> & {
  readonly state: TaskState;
  readonly verification: Verification;
} & {
    [T in TaskType]: { readonly type: T; readonly config: TaskConfigs[T] | null };
  }[TaskType];

export function taskView(task: QuestTask, now: Date): TaskView {
  const state = taskStateOf(task, now);
  const verification = VERIFICATION_OF[task.type];
  if (state === 'coming') return { ...task, description: null, config: null, state, verification };
  return { ...task, state, verification };
}
