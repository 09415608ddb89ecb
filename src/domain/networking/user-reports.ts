import type { User } from '../people/users.ts';

export const REPORT_REASONS = ['spam', 'harassment', 'impersonation', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What a moderator decided: nothing, a notice to the reported user, or the block of their account. */
export const REPORT_OUTCOMES = ['dismissed', 'warned', 'blocked'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const REPORT_STATUSES = ['open', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** New reports of one user, as the specification limits them. */
export const DAILY_REPORTS = { name: 'reports', limit: 5, windowMs: 24 * 60 * 60 * 1_000 } as const;

/** How long a resolved report is kept, in days. */
export const RESOLVED_REPORT_DAYS = 365;

/** A report as its reporter sees it: the outcome is for the organizers. */
export interface UserReport {
  readonly id: number;
  readonly reported_id: number;
  readonly reason: ReportReason;
  readonly text: string | null;
  /** Null also once the connection is deleted. */
  readonly connection_id: number | null;
  readonly created_at: string;
}

/** The profile fields that a report freezes. */
export const REPORTED_FIELDS = [
  'first_name',
  'last_name',
  'photo_url',
  'headline',
  'company',
  'job_title',
  'bio',
  'looking_for',
  'offering',
] as const satisfies readonly (keyof User)[];

type ReportedPerson = Pick<User, 'id' | 'first_name' | 'last_name'>;

/** A report as moderators see it. */
export interface AdminUserReport extends Omit<UserReport, 'reported_id'> {
  readonly status: ReportStatus;
  /** Null once the reporter is erased. */
  readonly reporter: ReportedPerson | null;
  readonly reported: ReportedPerson & Pick<User, 'is_blocked'>;
  /** As it was when it was reported. */
  readonly profile: Pick<User, (typeof REPORTED_FIELDS)[number]>;
  /** The message of the connection as it was when it was reported. */
  readonly message: string | null;
  readonly outcome: ReportOutcome | null;
  readonly note: string | null;
  readonly resolved_at: string | null;
}

/** A report in the export of the user who made it. */
export interface PersonalUserReport
  extends Pick<UserReport, 'id' | 'reason' | 'text' | 'created_at'> {
  readonly user: { readonly id: number; readonly first_name: string };
}
