import { AppError, rateLimited } from '../../errors.ts';
import type { Counter, CounterLimit } from '../operations/rate-limit-counters.ts';

/** The source of a row: the user, an unsigned or signed call, an administrator, or the worker. */
export type Source = 'self' | 'public' | 'signed' | 'admin' | 'worker';

export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** The number of submissions of a user for one task. */
export const MAX_SUBMISSIONS = 10;

/** The proof that a user sends to complete a task; the type of the task determines its field. */
export interface SentProof {
  readonly answer?: string | undefined;
  readonly text?: string | undefined;
  readonly media_id?: number | undefined;
  readonly option_ids?: readonly string[] | undefined;
}

/** The stored part of a proof. A code or a correct answer is not stored. */
export interface KeptProof {
  readonly text: string | null;
  readonly media_id: number | null;
  readonly option_ids: readonly string[] | null;
}

export const NO_PROOF: KeptProof = { text: null, media_id: null, option_ids: null };

/** The decision of a verifier on a proof that it does not refuse. */
export interface Verdict {
  readonly status: 'approved' | 'pending';
  readonly proof: KeptProof;
}

/** A user's task: the submission and the decision. */
export interface Submission extends KeptProof {
  readonly id: number;
  readonly task_id: number;
  readonly user_id: number;
  readonly quest_id: number;
  readonly status: SubmissionStatus;
  readonly source: Source;
  readonly submissions: number;
  readonly rejections: number;
  readonly submitted_at: string;
  readonly decided_at: string | null;
  readonly reason: string | null;
}

/**
 * Whether a new proof may replace the stored one. A pending submission of an unsigned call never
 * blocks the user's own.
 */
export const isReplaceable = ({ status, source }: Pick<Submission, 'status' | 'source'>): boolean =>
  status === 'rejected' || (status === 'pending' && source === 'public');

/**
 * Whether an unsigned call may write its proof: never over a submission of the user or a signed
 * call.
 */
export const isReplaceableByPublic = ({
  status,
  source,
}: Pick<Submission, 'status' | 'source'>): boolean => status !== 'approved' && source === 'public';

/**
 * Whether an administrator rejected an earlier submission, and therefore decides on the next one.
 * The rejection of a submission of an unsigned call does not count.
 */
export const wasRejected = (before: Pick<Submission, 'rejections'> | undefined): boolean =>
  before !== undefined && before.rejections > 0;

const HOUR_MS = 3_600_000;
const MAX_WRONG_CODES_OF_TASK = 10;
const MAX_WRONG_CODES = 60;

/**
 * The limits on the wrong codes of a person in an hour: for one task, and for all tasks. The keyed hash
 * of the person outlives an erasure. `SubmissionsService` counts a wrong one under the lock of the user.
 */
export const wrongCodeLimits = (
  taskId: number,
  personHash: string,
): { readonly ofTask: CounterLimit; readonly ofAll: CounterLimit } => ({
  ofTask: {
    key: `quest-code:${taskId}:${personHash}`,
    max: MAX_WRONG_CODES_OF_TASK,
    windowMs: HOUR_MS,
  },
  ofAll: { key: `quest-codes:${personHash}`, max: MAX_WRONG_CODES, windowMs: HOUR_MS },
});

/** The wrong answers of a person to a task; null for what tasks of its type do not count. */
export interface Tries {
  readonly quiz: number | null;
  readonly codes_of_task: Counter | null;
  readonly codes: Counter | null;
}

/**
 * Checks that a person may answer a code or a quiz: once the tries are used up, also a right answer is
 * refused.
 *
 * @param settings.max_tries of a quiz
 * @throws AppError RATE_LIMITED after 10 wrong codes for the task in an hour, or 60 for all tasks;
 *   NO_TRIES_LEFT
 */
export function checkTries(
  { quiz, codes_of_task, codes }: Tries,
  { max_tries }: { readonly max_tries: number },
): void {
  if (quiz !== null && quiz >= max_tries)
    throw new AppError('NO_TRIES_LEFT', `You have used all ${max_tries} tries`);
  if (codes_of_task && codes_of_task.hits >= MAX_WRONG_CODES_OF_TASK)
    throw tooManyCodes(codes_of_task);
  if (codes && codes.hits >= MAX_WRONG_CODES) throw tooManyCodes(codes);
}

/** For the counter that is used up. */
export const tooManyCodes = ({ ms_left }: Counter): AppError =>
  rateLimited('Too many wrong codes; try again later', ms_left);
