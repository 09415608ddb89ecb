import { type AppError, conflict } from '../../errors.ts';
import type { Refused } from '../../lib/each-by-itself.ts';
import type { MediaPurpose, MediaStorage } from '../media/media.ts';
import type { QuestPerson } from './participations.ts';
import type { QuestTask } from './quest-tasks.ts';
import type { Quest } from './quests.ts';
import type { Source, Submission, SubmissionStatus } from './submissions.ts';

/** The source of a submission, as the filter of its list. */
export const SUBMISSION_SOURCES = [
  'self',
  'public',
  'signed',
  'admin',
  'worker',
] as const satisfies readonly Source[];

export const DECISIONS = ['approve', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The status that a decision gives. */
export const STATUS_OF = { approve: 'approved', reject: 'rejected' } as const;

/** A submission with its user and task, as administrators review it. */
export interface ReviewedSubmission extends Omit<Submission, 'id' | 'user_id' | 'task_id'> {
  readonly user_quest_task_id: number;
  readonly user: QuestPerson;
  readonly task: Pick<QuestTask, 'id' | 'title' | 'type' | 'points'>;
}

/** Who decided on a submission. */
export interface Reviewer {
  /** The owner of the key; null for a key of a machine or of the settings. */
  readonly administrator: { readonly id: number; readonly name: string } | null;
  /** The id of the key; null for an operator at a console. */
  readonly key: string | null;
}

/** The private file of a proof, and its thumbnail. */
export interface ProofFile {
  readonly storage: MediaStorage;
  readonly purpose: MediaPurpose;
  readonly key: string;
  /** Null for a file without smaller copies. */
  readonly thumb_key: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** A submission in the review of all quests: pending, or decided by an administrator. */
export interface ListedReview extends ReviewedSubmission {
  readonly quest: Pick<Quest, 'id' | 'title' | 'conference_id'>;
  /** The time of the decision or, while it is pending, of the submission. */
  readonly status_since: string;
  /** Null while it is pending. */
  readonly reviewer: Reviewer | null;
  readonly proof: ProofFile | null;
}

/** A URL that anyone can read until it expires. */
export type ProofUrl = (file: Pick<ProofFile, 'storage' | 'purpose' | 'key'>) => {
  readonly url: string;
  readonly expires_at: string | null;
};

/** The image of a proof, by URLs that expire. */
export interface ProofView extends Pick<ProofFile, 'width' | 'height'> {
  readonly url: string;
  readonly thumb_url: string;
  readonly expires_at: string | null;
}

/** A submission in the review, with the URLs of its proof. */
export type ReviewView = Omit<ListedReview, 'proof'> & { readonly media: ProofView | null };

export function reviewView({ proof, ...review }: ListedReview, urlOf: ProofUrl): ReviewView {
  if (!proof) return { ...review, media: null };
  const { key, thumb_key, width, height, ...file } = proof;
  const thumb_url = urlOf({ ...file, key: thumb_key ?? key }).url;
  return { ...review, media: { ...urlOf({ ...file, key }), thumb_url, width, height } };
}

/** A decision that stands, as a second reviewer reads it. */
export interface EarlierDecision {
  readonly status: SubmissionStatus;
  readonly decided_at: string | null;
  /** Null if no administrator decided. */
  readonly reviewer: string | null;
}

/** Refuses another decision than the one that stands. */
export function alreadyDecided({ status, decided_at, reviewer }: EarlierDecision): AppError {
  const decided = (by: string) =>
    `This task was ${status}${by} at ${decided_at}; reopen it to decide again`;
  if (reviewer === null) return conflict(null, decided(''), 'decided', { status });
  const params = { status, name: reviewer };
  return conflict(null, decided(` by ${reviewer}`), 'decided_by', params);
}

/** The result of a bulk decision for one id. */
export type Decided =
  | { readonly id: number; readonly status: (typeof STATUS_OF)[Decision] }
  | Refused;
