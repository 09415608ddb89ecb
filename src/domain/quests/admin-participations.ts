import type { User } from '../people/users.ts';
import type { Participation } from './participations.ts';
import type { QuestPerson } from './quest-people.ts';
import type { QuestTask } from './quest-tasks.ts';
import type { SubmissionStatus } from './submissions.ts';

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
