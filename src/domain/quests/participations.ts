import type { User } from '../people/users.ts';
import type { QuestTask } from './quest-tasks.ts';
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

/** A user as administrators see them in lists of a quest. An erased user is a "Deleted user". */
export type QuestPerson = Pick<
  User,
  | 'id'
  | 'messenger_id'
  | 'first_name'
  | 'last_name'
  | 'username'
  | 'photo_url'
  | 'company'
  | 'job_title'
  | 'is_blocked'
>;

/** The achievements of a participant in the quest. */
type Achievement = Pick<Participation, 'status' | 'source' | 'started_at' | 'completed_at'> & {
  readonly completed_tasks: number;
  readonly points: number;
};

/** A participant as administrators list them. */
export type ListedParticipant = Achievement & { readonly user: QuestPerson };

/** A participant in an export. */
export type ExportedParticipant = Achievement &
  Pick<User, 'messenger_id' | 'first_name' | 'last_name' | 'username' | 'company'> & {
    readonly user_id: number;
    /** By the id of the task. */
    readonly tasks: Readonly<
      Record<string, readonly [status: SubmissionStatus, text: string | null] | undefined>
    >;
  };

/** The columns of an export that each participant has. */
export const PARTICIPANT_COLUMNS = [
  'user_id',
  'messenger_id',
  'first_name',
  'last_name',
  'username',
  'company',
  'status',
  'source',
  'points',
  'started_at',
  'completed_at',
  'completed_tasks',
] as const satisfies readonly (keyof ExportedParticipant)[];

type Cells = Readonly<Record<string, string | number | null>>;
type ExportedTask = Pick<QuestTask, 'id' | 'title' | 'type'>;

/** A column for the status of the task, and one for the answer of a text. Never begins like a formula. */
const statusColumn = ({ id, title }: ExportedTask) => `task ${id}: ${title}`;
const textColumn = ({ id, title }: ExportedTask) => `text ${id}: ${title}`;

/** The columns of an export of a quest with these tasks. */
export const exportColumns = (tasks: readonly ExportedTask[]): string[] => [
  ...PARTICIPANT_COLUMNS,
  ...tasks.flatMap((task) =>
    task.type === 'text' ? [statusColumn(task), textColumn(task)] : [statusColumn(task)],
  ),
];

/** The cells of a row by the columns of `exportColumns`. */
export function exportRow(
  { tasks: sent, ...participant }: ExportedParticipant,
  tasks: readonly ExportedTask[],
): Cells {
  const cells: Record<string, string | number | null> = { ...participant };
  for (const task of tasks) {
    const [status, text] = sent[task.id] ?? ['none', null];
    cells[statusColumn(task)] = status;
    if (task.type === 'text') cells[textColumn(task)] = text;
  }
  return cells;
}
