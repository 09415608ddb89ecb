import { invalid } from '../../../errors.ts';
import type { TaskAnswer, TaskConfigs, TaskType } from '../quest-tasks.ts';
import type { SentProof, Verdict } from '../submissions.ts';

/** What the service knows when a user completes a task. */
export interface Known {
  /** Of a code or a quiz. */
  readonly answer: TaskAnswer | null;
  /** Of an automatic task: since when the fact holds; null while it does not. */
  readonly fulfilled_at: string | null;
}

/** Decides whether a proof completes a task of one type. Pure. */
export interface Verifier<T extends TaskType> {
  /**
   * @throws AppError VALIDATION_ERROR for a missing or superfluous proof; WRONG_ANSWER;
   *   TASK_NOT_FULFILLED
   */
  verify(config: TaskConfigs[T], sent: SentProof, known: Known): Verdict;
}

const FIELDS = ['answer', 'text', 'media_id', 'option_ids'] as const;

/** @throws AppError VALIDATION_ERROR for a field that this type of task does not take */
export function takesOnly(sent: SentProof, field?: (typeof FIELDS)[number]): void {
  const other = FIELDS.find((name) => name !== field && sent[name] !== undefined);
  if (other) throw invalid(other, 'expected no value for this type of task');
}

/** @throws AppError VALIDATION_ERROR without the field that this type of task takes */
export function taken<F extends (typeof FIELDS)[number]>(
  sent: SentProof,
  field: F,
): NonNullable<SentProof[F]> {
  takesOnly(sent, field);
  const value = sent[field];
  if (value === undefined) throw invalid(field, 'expected a value for this type of task');
  return value as NonNullable<SentProof[F]>;
}
