import type { TaskKind, TaskType } from '../quest-tasks.ts';
import type { SentProof, Verdict } from '../submissions.ts';
import { automatic } from './automatic.ts';
import { code } from './code.ts';
import { external } from './external.ts';
import { link } from './link.ts';
import { photo } from './photo.ts';
import { poll } from './poll.ts';
import { quiz } from './quiz.ts';
import { text } from './text.ts';
import type { Known, Verifier } from './verifier.ts';

/** One verifier per type of task. */
const VERIFIERS: { readonly [T in TaskType]: Verifier<T> } = {
  link,
  text,
  photo,
  code,
  quiz,
  poll,
  connections: automatic,
  event_attendance: automatic,
  conference_registration: automatic,
  profile: automatic,
  external,
};

/**
 * Decides whether a proof completes a task.
 * @throws AppError VALIDATION_ERROR naming the field; WRONG_ANSWER; TASK_NOT_FULFILLED
 */
export function verify({ type, config }: TaskKind, sent: SentProof, known: Known): Verdict {
  // The compiler does not relate `type` and `config` across the table.
  const verifier = VERIFIERS[type] as Verifier<TaskType>;
  return verifier.verify(config as never, sent, known);
}
