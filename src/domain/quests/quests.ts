import { AppError, notFound } from '../../errors.ts';
import type { Changes } from '../changes.ts';
import {
  PARTICIPANT_STATUSES,
  type ParticipationStatus,
  type Presence,
  type QuestProgress,
} from './participations.ts';
import { type QuestTask, taskStateOf } from './quest-tasks.ts';

/** `approval`: an administrator admits each participant. */
export const REGISTRATION_MODES = ['open', 'approval'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/**
 * The users who may start: all, or only those with a seat or a check-in at its conference or event.
 */
export const ACCESSES = ['anyone', 'registered', 'checked_in'] as const;
export type Access = (typeof ACCESSES)[number];

export const QUEST_STATES = ['hidden', 'coming', 'running', 'ended'] as const;
export type QuestState = (typeof QUEST_STATES)[number];

/** A quest as stored, without its secrets. */
export interface Quest {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly image_url: string | null;
  readonly conference_id: number | null;
  readonly event_id: number | null;
  readonly is_active: boolean;
  readonly is_featured: boolean;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  /** The time zone of its conference, else UTC: the zone of its days and weeks. */
  readonly timezone: string;
  readonly registration_mode: RegistrationMode;
  readonly access: Access;
  /** Null for no limit. */
  readonly max_participants: number | null;
  readonly public_api_enabled: boolean;
  readonly completion_points: number;
  readonly task_count: number;
  /** The points of all tasks and of the completion. */
  readonly total_points: number;
  readonly participant_count: number;
  /** Whether it is inactive, deleted, or of a conference that is not public. */
  readonly is_hidden: boolean;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields that an administrator sets. */
export type QuestFields = Pick<
  Quest,
  | 'slug'
  | 'title'
  | 'description'
  | 'image_url'
  | 'conference_id'
  | 'event_id'
  | 'is_active'
  | 'is_featured'
  | 'starts_at'
  | 'ends_at'
  | 'registration_mode'
  | 'access'
  | 'max_participants'
  | 'public_api_enabled'
  | 'completion_points'
>;

/** Absent fields keep their value. */
export type QuestChanges = Changes<QuestFields>;

/** The fields of a new quest; absent fields get their default. */
export type QuestInput = QuestChanges & Pick<QuestFields, 'title'>;

type Timed = Pick<Quest, 'is_hidden' | 'starts_at' | 'ends_at'>;

export function stateOf({ is_hidden, starts_at, ends_at }: Timed, now: Date): QuestState {
  if (is_hidden) return 'hidden';
  if (starts_at !== null && Date.parse(starts_at) > now.getTime()) return 'coming';
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) return 'ended';
  return 'running';
}

/** Whether everyone may know of a quest: ids can be guessed, and tasks are spoilers. */
export function isPublic(quest: Timed, now: Date): boolean {
  const state = stateOf(quest, now);
  return state === 'running' || state === 'ended';
}

/**
 * A quest that was switched off exists for its participants only.
 * @throws AppError NOT_FOUND; QUEST_INACTIVE for a participant
 */
export function checkShown(
  { is_hidden }: Pick<Quest, 'is_hidden'>,
  { isParticipant }: { readonly isParticipant: boolean },
): void {
  if (!is_hidden) return;
  if (isParticipant) throw new AppError('QUEST_INACTIVE', 'This quest is switched off');
  throw notFound('quest');
}

/**
 * Checks that a quest, and the task if one is given, takes something that is sent at `at`. The order of
 * the refusals is that of the contract; `checkEntry` has those that follow.
 *
 * @throws AppError NOT_FOUND; QUEST_INACTIVE for a participant; QUEST_NOT_STARTED; QUEST_ENDED;
 *   TASK_CLOSED
 */
export function checkRunning(
  quest: Timed,
  {
    at,
    isParticipant,
    task,
  }: {
    readonly at: Date;
    readonly isParticipant: boolean;
    readonly task?: Pick<QuestTask, 'opens_at' | 'closes_at'>;
  },
): void {
  checkShown(quest, { isParticipant });
  const state = stateOf(quest, at);
  if (state === 'coming') throw new AppError('QUEST_NOT_STARTED', 'This quest has not started yet');
  if (state === 'ended') throw new AppError('QUEST_ENDED', 'This quest is over');
  if (task && taskStateOf(task, at) !== 'open')
    throw new AppError('TASK_CLOSED', 'This task is not open now');
}

/**
 * Checks that a user may enter a quest that is running.
 *
 * @param user.presence undefined for a quest that anyone may enter
 * @param user.isAdmitted whether they have a place already
 * @param user.isVouchedFor whether a signed call names them, which needs no approval
 * @throws AppError REGISTRATION_REQUIRED without the seat, check-in or admission that the quest asks
 *   for; QUEST_FULL
 */
export function checkEntry(
  quest: Pick<
    Quest,
    'access' | 'event_id' | 'registration_mode' | 'max_participants' | 'participant_count'
  >,
  user: {
    readonly presence: Presence | undefined;
    readonly isAdmitted: boolean;
    readonly isVouchedFor: boolean;
  },
): void {
  const { access, registration_mode } = quest;
  const place = quest.event_id === null ? 'conference' : 'event';
  if (access !== 'anyone' && !user.presence?.has_seat)
    throw new AppError('REGISTRATION_REQUIRED', `You need a seat at the ${place} of this quest`);
  if (access === 'checked_in' && !user.presence?.is_checked_in)
    throw new AppError('REGISTRATION_REQUIRED', `Check in at the ${place} of this quest first`);
  if (user.isAdmitted) return;
  if (registration_mode === 'approval' && !user.isVouchedFor)
    throw new AppError('REGISTRATION_REQUIRED', 'Request registration for this quest first');
  if (isFull(quest)) throw questFull();
}

export const questFull = () => new AppError('QUEST_FULL', 'All places of this quest are taken');

/** A quest that is not full has a place for one more participant. */
const isFull = ({
  max_participants,
  participant_count,
}: Pick<Quest, 'max_participants' | 'participant_count'>): boolean =>
  max_participants !== null && participant_count >= max_participants;

/** The states of quests that a list can show; hidden quests are in no list. */
export const LISTED_STATES = ['running', 'coming', 'ended', 'all'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** A quest as everyone sees it. */
export interface QuestView extends Omit<Quest, 'is_hidden'> {
  readonly state: QuestState;
  readonly share_url: string | null;
}

/** The link that opens a quest in the mini app; null without an address of the app. */
export type QuestLink = (quest: Pick<Quest, 'id'>) => string | null;

export function questView(
  quest: Quest,
  { now, urlOf }: { now: Date; urlOf: QuestLink },
): QuestView {
  const { is_hidden: _, ...fields } = quest;
  return { ...fields, state: stateOf(quest, now), share_url: urlOf(quest) };
}

/** Whether a user may know of a quest: only participants see one that is hidden or coming. */
export const isVisible = (
  quest: Timed,
  status: ParticipationStatus | undefined,
  now: Date,
): boolean => isPublic(quest, now) || takesPart(status);

/** Whether tasks are shown: not before the quest starts, even if it is hidden until then. */
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
