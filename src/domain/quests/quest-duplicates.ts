import type { QuestPlace } from './admin-quests.ts';
import type { QuestTask } from './quest-tasks.ts';
import type { Quest, QuestInput } from './quests.ts';

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
