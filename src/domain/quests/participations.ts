import type { RegistrationRequest } from './registration-requests.ts';
import type { Source, SubmissionStatus } from './submissions.ts';

/** The status of a user in a quest. `requested` and `declined` are those of a registration request. */
export const PARTICIPATION_STATUSES = [
  'none',
  'requested',
  'declined',
  'admitted',
  'in_progress',
  'completed',
] as const;
export type ParticipationStatus = (typeof PARTICIPATION_STATUSES)[number];

/** The statuses that take a place. */
export const PARTICIPANT_STATUSES = ['admitted', 'in_progress', 'completed'] as const;
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number];

/** A participant of a quest as stored. */
export interface Participation {
  readonly quest_id: number;
  readonly user_id: number;
  readonly status: ParticipantStatus;
  readonly source: Exclude<Source, 'worker'>;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

/** What a user has at the event of a quest, or else at its conference. */
export interface Presence {
  readonly has_seat: boolean;
  readonly is_checked_in: boolean;
}

/** A user's state in one task. */
export interface TaskProgress {
  readonly task_id: number;
  readonly user_quest_task_id: number | null;
  readonly status: SubmissionStatus | 'none';
  /** The points of the live award, corrections included. */
  readonly points: number;
  readonly text: string | null;
  readonly media_id: number | null;
  readonly option_ids: readonly string[] | null;
  /** The reason of the last rejection. */
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
