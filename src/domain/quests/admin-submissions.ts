import type { QuestPerson } from './quest-people.ts';
import type { QuestTask } from './quest-tasks.ts';
import type { Source, Submission } from './submissions.ts';

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

/** The result of a bulk decision for one id. */
export type Decided =
  | { readonly id: number; readonly status: (typeof STATUS_OF)[Decision] }
  | { readonly id: number; readonly error: string; readonly code: string };
