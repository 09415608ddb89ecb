import { conflict, invalid } from '../../errors.ts';
import type { Changes } from '../changes.ts';
import type { ParticipantStatus } from './participations.ts';
import type { Recalculation } from './points.ts';
import type { AdminTaskView, QuestTask } from './quest-tasks.ts';
import {
  type Quest,
  type QuestFields,
  type QuestInput,
  type QuestLink,
  type QuestState,
  stateOf,
} from './quests.ts';
import type { SubmissionStatus } from './submissions.ts';

/** A quest with the state of its points. */
export interface AdminQuest extends Quest {
  /** Null if its points were never edited. */
  readonly recalculation: Recalculation | null;
}

/** A quest in a list, with its counts. */
export interface ListedQuest extends AdminQuest {
  /** Submissions that await review. */
  readonly pending_count: number;
  /** Participants who have completed the quest. */
  readonly completed_count: number;
}

/** A quest as administrators see it. */
type Viewed<Q extends AdminQuest> = Omit<Q, 'is_hidden'> & {
  readonly state: QuestState;
  readonly share_url: string | null;
};
export type AdminQuestView = Viewed<AdminQuest>;
export type ListedQuestView = Viewed<ListedQuest>;

export interface AdminQuestWithTasks extends AdminQuestView {
  readonly tasks: readonly AdminTaskView[];
}

export function adminQuestView<Q extends AdminQuest>(
  quest: Q,
  { now, urlOf }: { now: Date; urlOf: QuestLink },
): Viewed<Q> {
  const { is_hidden: _, ...fields } = quest;
  return { ...fields, state: stateOf(quest, now), share_url: urlOf(quest) };
}

/** The place of a quest. With an event, the conference is that of the event. */
export type QuestPlace = Pick<Quest, 'conference_id' | 'event_id'>;

/** The event of a quest after a change, which determines the conference. */
export const eventAfter = (before: QuestPlace, given: Changes<QuestPlace>): number | null =>
  given.event_id === undefined ? before.event_id : given.event_id;

/**
 * The place of a quest after a change. If only the event is given, the conference follows it.
 *
 * @param event that of `eventAfter`
 * @throws AppError VALIDATION_ERROR for a conference that is not that of the event
 */
export function placeAfter(
  before: QuestPlace,
  given: Changes<QuestPlace>,
  event: { readonly id: number; readonly conference_id: number | null } | undefined,
): QuestPlace {
  const isNewEvent = event !== undefined && typeof given.event_id === 'number';
  if (isNewEvent && (given.conference_id ?? null) === null)
    return { event_id: event.id, conference_id: event.conference_id };
  const wanted = given.conference_id === undefined ? before.conference_id : given.conference_id;
  if (event && event.conference_id !== wanted)
    throw invalid('conference_id', 'expected the conference of the event', 'mismatch', {
      field: 'event_id',
    });
  return { event_id: event?.id ?? null, conference_id: wanted };
}

type Checked = Pick<
  QuestFields,
  'starts_at' | 'ends_at' | 'access' | 'conference_id' | 'event_id' | 'max_participants'
>;

/**
 * Checks the quest that a change leads to.
 * @throws AppError VALIDATION_ERROR naming the field; CONFLICT for fewer places than participants
 */
export function checkQuest(
  { starts_at, ends_at, access, conference_id, event_id, max_participants }: Checked,
  { participant_count }: Pick<Quest, 'participant_count'>,
): void {
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    throw invalid('ends_at', 'expected a time after starts_at', 'after', { field: 'starts_at' });
  if (access !== 'anyone' && conference_id === null && event_id === null)
    throw invalid(
      'access',
      'expected anyone, as the quest has no conference and no event',
      'needs',
      { field: 'conference_id' },
    );
  if (max_participants !== null && max_participants < participant_count)
    throw conflict(
      'max_participants',
      `the quest already has ${participant_count} participants`,
      'has_participants',
      { count: participant_count },
    );
}

/** The treatment of the points of a deleted quest or task. */
export interface DeletionOptions {
  /** Whether a worker reverses them; otherwise users keep them. */
  readonly takesBack: boolean;
}

/** A task with the participants who sent something for it, by the status of what they sent. */
export interface FunnelTask
  extends Pick<QuestTask, 'title' | 'type' | 'position' | 'is_required'>,
    Readonly<Record<SubmissionStatus, number>> {
  readonly task_id: number;
  readonly submitted: number;
}

export type ParticipantCounts = Readonly<Record<ParticipantStatus, number>>;

/** How far the participants of a quest are. */
export interface QuestFunnel {
  readonly quest_id: number;
  readonly as_of: string;
  readonly participants: ParticipantCounts;
  /** In the order in which people see them. */
  readonly tasks: readonly FunnelTask[];
}

/** What differs from the quest that is copied. */
export type DuplicateInput = Pick<
  QuestInput,
  'title' | 'slug' | 'conference_id' | 'event_id' | 'starts_at' | 'ends_at'
>;

/** How far the start of a copy is from that of its source, in milliseconds; 0 unless both have one. */
export function shiftOf(
  source: Pick<Quest, 'starts_at'>,
  { starts_at }: Pick<DuplicateInput, 'starts_at'>,
): number {
  if (!starts_at || source.starts_at === null) return 0;
  return Date.parse(starts_at) - Date.parse(source.starts_at);
}

const shifted = (at: string | null, shiftMs: number): string | null =>
  at === null ? null : new Date(Date.parse(at) + shiftMs).toISOString();

/** The copy of a quest, which is inactive. */
export function copiedQuest(source: Quest, given: DuplicateInput): QuestInput {
  const { description, image_url, is_featured, registration_mode, access } = source;
  const { max_participants, public_api_enabled, completion_points } = source;
  const { starts_at = source.starts_at } = given;
  const { ends_at = shifted(source.ends_at, shiftOf(source, given)) } = given;
  return {
    ...{ description, image_url, is_featured, registration_mode, access },
    ...{ max_participants, public_api_enabled, completion_points },
    ...{ title: given.title, slug: given.slug, starts_at, ends_at, is_active: false },
    ...copiedPlace(source, given),
  };
}

/** An event belongs to its conference, so another one of the two leaves the other behind. */
function copiedPlace(
  source: QuestPlace,
  { conference_id, event_id }: DuplicateInput,
): Pick<QuestInput, 'conference_id' | 'event_id'> {
  if (typeof event_id === 'number') return { conference_id, event_id };
  if (conference_id !== undefined && conference_id !== source.conference_id)
    return { conference_id, event_id: null };
  const { conference_id: kept } = source;
  return { conference_id: kept, event_id: event_id === null ? null : source.event_id };
}

type CopiedTask = Pick<
  QuestTask,
  'title' | 'description' | 'points' | 'position' | 'is_required' | 'opens_at' | 'closes_at'
> &
  Pick<QuestTask, 'type' | 'config'> & { readonly quest_id: number };

/**
 * The copy of a task in another quest. A seat at the conference or event of its quest becomes one at
 * the place of the copy.
 */
export function copiedTask(
  task: QuestTask,
  { source, copy, shiftMs }: { source: Quest; copy: Quest; shiftMs: number },
): CopiedTask {
  const { title, description, points, position, is_required, type } = task;
  return {
    ...{ title, description, points, position, is_required, type, quest_id: copy.id },
    config: copiedConfig(task, source, copy),
    opens_at: shifted(task.opens_at, shiftMs),
    closes_at: shifted(task.closes_at, shiftMs),
  };
}

function copiedConfig(task: QuestTask, source: Quest, copy: Quest): QuestTask['config'] {
  if (task.type === 'conference_registration') {
    const isOwn = task.config.conference_id === source.conference_id;
    const conference_id = isOwn ? copy.conference_id : null;
    return conference_id === null ? task.config : { ...task.config, conference_id };
  }
  if (task.type === 'event_attendance') {
    const event_id = task.config.event_id === source.event_id ? copy.event_id : null;
    return event_id === null ? task.config : { ...task.config, event_id };
  }
  return task.config;
}
