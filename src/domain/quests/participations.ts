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

/** Those that take a place. */
export const PARTICIPANT_STATUSES = ['admitted', 'in_progress', 'completed'] as const;
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number];

/** Who caused a row: the user, an unsigned or signed call, an administrator, or the worker. */
export type Source = 'self' | 'public' | 'signed' | 'admin' | 'worker';

/** A participant of a quest as stored. */
export interface Participation {
  readonly quest_id: number;
  readonly user_id: number;
  readonly status: ParticipantStatus;
  readonly source: Exclude<Source, 'worker'>;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

export const REQUEST_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A user's request to be admitted to a quest. */
export interface RegistrationRequest {
  readonly id: number;
  readonly quest_id: number;
  readonly user_id: number;
  readonly status: RequestStatus;
  /** `public`: of an unsigned call; only administrators see it. */
  readonly source: 'self' | 'public' | 'signed';
  readonly message: string | null;
  readonly reason: string | null;
  readonly requested_at: string;
  readonly decided_at: string | null;
}
