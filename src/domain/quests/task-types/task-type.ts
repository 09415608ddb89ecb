import { invalid } from '../../../errors.ts';
import type { SentProof, Verdict } from '../submissions.ts';

/** Every type of task, in the order of the API reference. Constraints and triggers name the same. */
export const TASK_TYPES = [
  'link',
  'text',
  'photo',
  'code',
  'quiz',
  'poll',
  'connections',
  'event_attendance',
  'conference_registration',
  'profile',
  'external',
] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** How a task is approved; it follows from the type. */
export const VERIFICATIONS = ['at_once', 'review', 'automatic', 'partner'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** The settings of a type that has none. */
export type NoSettings = Readonly<Record<never, never>>;

/** Secret settings that an administrator gives. They are stored as the answer, encrypted. */
export interface GivenAnswer {
  /** Folded. */
  readonly code?: string | undefined;
  readonly correct_option_ids?: readonly string[] | undefined;
}

/** Decrypted, as `verify` compares it. */
export interface TaskAnswer {
  readonly current: string;
  /** The code before a rotation, while its grace lasts. */
  readonly old: string | null;
}

/** What the service knows when a user completes a task. */
export interface Known {
  /** Null for a type without answers. */
  readonly answer: TaskAnswer | null;
  /** For an automatic task: since when the fact holds; null while it does not. */
  readonly fulfilled_at: string | null;
}

/** How the answers of one type are given and stored. */
export interface AnswerRule<Config extends object> {
  /** The setting that gives it. */
  readonly field: keyof GivenAnswer;
  /** Whether the service generates one where none is given. */
  readonly isGenerated: boolean;
  /** As it is stored; undefined where none is given. */
  stored(given: GivenAnswer): string | undefined;
  /** @throws AppError VALIDATION_ERROR for an answer that nobody can give with these settings */
  check?(config: Config, answer: string): void;
}

/** What one type of task decides. Pure. */
export interface TaskRule<Config extends object, V extends Verification = Verification> {
  readonly verification: V;
  /** Which calls of the public quest API complete it; a signed call also completes what an unsigned does. */
  readonly calls: 'none' | 'signed' | 'unsigned';
  /** The settings of a new task of the quest; undefined for one that must be given. */
  defaults(quest: { readonly conference_id: number | null }): {
    readonly [K in keyof Config]: Config[K] | undefined;
  };
  /** @throws AppError VALIDATION_ERROR for settings that contradict each other */
  check?(config: Config): void;
  /** Absent for a type without answers. */
  readonly answer?: AnswerRule<Config>;
  /**
   * Decides whether a proof completes the task.
   * @throws AppError VALIDATION_ERROR for a missing or superfluous proof; WRONG_ANSWER;
   *   TASK_NOT_FULFILLED
   */
  verify(config: Config, sent: SentProof, known: Known): Verdict;
}

const FIELDS = ['answer', 'text', 'media_id', 'option_ids'] as const;

/** @throws AppError VALIDATION_ERROR for a field that this type of task does not take */
export function takesOnly(sent: SentProof, field?: (typeof FIELDS)[number]): void {
  const other = FIELDS.find((name) => name !== field && sent[name] !== undefined);
  if (other) throw invalid(other, 'expected no value for this type of task', 'not_allowed');
}

/** @throws AppError VALIDATION_ERROR without the field that this type of task takes */
export function taken<F extends (typeof FIELDS)[number]>(
  sent: SentProof,
  field: F,
): NonNullable<SentProof[F]> {
  takesOnly(sent, field);
  const value = sent[field];
  if (value === undefined)
    throw invalid(field, 'expected a value for this type of task', 'required');
  return value as NonNullable<SentProof[F]>;
}
