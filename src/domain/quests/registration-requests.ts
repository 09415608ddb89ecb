export const REQUEST_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A user's request to be admitted to a quest. */
export interface RegistrationRequest {
  readonly id: number;
  readonly quest_id: number;
  readonly user_id: number;
  readonly status: RequestStatus;
  /** `public`: from an unsigned call; only administrators see it. */
  readonly source: 'self' | 'public' | 'signed';
  readonly message: string | null;
  readonly reason: string | null;
  readonly requested_at: string;
  readonly decided_at: string | null;
}
