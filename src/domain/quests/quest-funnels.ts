import type { ParticipantStatus } from './participations.ts';
import type { QuestTask } from './quest-tasks.ts';
import type { SubmissionStatus } from './submissions.ts';

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
