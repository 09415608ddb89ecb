import type { ParticipationStatus, RegistrationRequest } from './participations.ts';
import type { SubmissionStatus } from './submissions.ts';

/** A user's state in one task. */
export interface TaskProgress {
  readonly task_id: number;
  readonly user_quest_task_id: number | null;
  readonly status: SubmissionStatus | 'none';
  /** Of the live award, corrections included. */
  readonly points: number;
  readonly text: string | null;
  readonly media_id: number | null;
  readonly option_ids: readonly string[] | null;
  /** Of the last rejection. */
  readonly reason: string | null;
  readonly submitted_at: string | null;
  readonly decided_at: string | null;
  /** Null for a task without a limit of tries. */
  readonly tries_left: number | null;
}

/** A user's state in one quest. */
export interface QuestProgress {
  readonly status: ParticipationStatus;
  readonly completed_tasks: number;
  readonly total_tasks: number;
  /** The user's total in this quest, the completion included. */
  readonly points: number;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly registration: Pick<
    RegistrationRequest,
    'id' | 'status' | 'message' | 'reason' | 'requested_at' | 'decided_at'
  > | null;
  readonly tasks: readonly TaskProgress[];
}
