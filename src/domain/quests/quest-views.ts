import { PARTICIPANT_STATUSES, type ParticipationStatus } from './participations.ts';
import type { QuestProgress } from './progress.ts';
import { type Quest, type QuestState, stateOf } from './quests.ts';
import {
  type QuestTask,
  type TaskConfigs,
  type TaskState,
  type TaskType,
  taskStateOf,
  VERIFICATION_OF,
  type Verification,
} from './tasks.ts';

/** The states of quests that a list can show; hidden quests are in no list. */
export const LISTED_STATES = ['running', 'coming', 'ended', 'all'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** A quest as everyone sees it. */
export interface QuestView extends Omit<Quest, 'is_hidden'> {
  readonly state: QuestState;
  readonly share_url: string | null;
}

/** A task as everyone sees it: description and config are null before `opens_at`. */
export type TaskView = Omit<QuestTask, 'type' | 'config' | 'created_at' | 'updated_at'> & {
  readonly state: TaskState;
  readonly verification: Verification;
} & {
    [T in TaskType]: { readonly type: T; readonly config: TaskConfigs[T] | null };
  }[TaskType];

/** The link that opens a quest in the mini app; null without an address of the app. */
export type QuestLink = (quest: Pick<Quest, 'id'>) => string | null;

export function questView(
  quest: Quest,
  { now, urlOf }: { now: Date; urlOf: QuestLink },
): QuestView {
  const { is_hidden: _, ...fields } = quest;
  return { ...fields, state: stateOf(quest, now), share_url: urlOf(quest) };
}

export function taskView(task: QuestTask, now: Date): TaskView {
  const state = taskStateOf(task, now);
  const verification = VERIFICATION_OF[task.type];
  if (state === 'coming') return { ...task, description: null, config: null, state, verification };
  return { ...task, state, verification };
}

/**
 * Whether a user may know of a quest. Ids can be guessed, and tasks are spoilers: only participants
 * see a quest that is hidden or coming.
 */
export const isVisible = (
  quest: Quest,
  status: ParticipationStatus | undefined,
  now: Date,
): boolean => {
  const state = stateOf(quest, now);
  return state === 'running' || state === 'ended' || takesPart(status);
};

/** Whether tasks are shown: not before the quest starts, also of one that is hidden until then. */
export const hasBegun = ({ starts_at }: Pick<Quest, 'starts_at'>, now: Date): boolean =>
  starts_at === null || Date.parse(starts_at) <= now.getTime();

export const hasEnded = ({ ends_at }: Pick<Quest, 'ends_at'>, now: Date): boolean =>
  ends_at !== null && Date.parse(ends_at) <= now.getTime();

/** The progress of a user, without the tasks of a quest that has not begun. */
export const progressView = (
  quest: Pick<Quest, 'starts_at'>,
  progress: QuestProgress,
  now: Date,
): QuestProgress => (hasBegun(quest, now) ? progress : { ...progress, tasks: [] });

const takesPart = (status: ParticipationStatus | undefined): boolean =>
  PARTICIPANT_STATUSES.some((one) => one === status);
