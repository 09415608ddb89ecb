import { type TaskOf, taskStateOf } from './quest-tasks.ts';
import { hasEnded, type Quest } from './quests.ts';
import { idsOf, type Option } from './task-types/answered.ts';
import type { TaskKind } from './task-types/task-types.ts';

/** The number of votes for each option; options without votes can be absent. */
export type VotesByOption = ReadonlyMap<string, number>;

export interface PollResults {
  readonly task_id: number;
  readonly total_votes: number;
  readonly options: readonly (Option & {
    readonly votes: number;
    /** The share of all votes, to one decimal; 0 without votes. */
    readonly percent: number;
  })[];
}

/** In the order of the options. */
export function pollResults(
  { id, config }: Pick<TaskOf<'poll'>, 'id' | 'config'>,
  votes: VotesByOption,
): PollResults {
  const total = [...votes.values()].reduce((sum, count) => sum + count, 0);
  const options = config.options.map((option) => {
    const count = votes.get(option.id) ?? 0;
    return { ...option, votes: count, percent: percentOf(count, total) };
  });
  return { task_id: id, total_votes: total, options };
}

const percentOf = (part: number, total: number): number =>
  total === 0 ? 0 : Math.round((1_000 * part) / total) / 10;

/** Whether the results are open to a user, by the setting of the poll. */
export function showsResults(
  poll: TaskOf<'poll'>,
  { quest, hasVoted, now }: { quest: Quest; hasVoted: boolean; now: Date },
): boolean {
  switch (poll.config.results) {
    case 'always':
      return true;
    case 'after_vote':
      return hasVoted;
    case 'after_end':
      return taskStateOf(poll, now) === 'closed' || hasEnded(quest, now);
  }
}

/** The options of a poll that a change removes. */
export function removedOptions(before: TaskKind, after: TaskKind): readonly string[] {
  if (before.type !== 'poll' || after.type !== 'poll') return [];
  const kept = new Set(idsOf(after.config.options));
  return idsOf(before.config.options).filter((id) => !kept.has(id));
}
