import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { lookUp } from '../../db/statement.ts';
import type { Submission } from '../../domain/quests/submissions.ts';

export const SUBMISSION_COLUMNS = [
  'id',
  'task_id',
  'user_id',
  'quest_id',
  'status',
  'source',
  'text',
  'media_id',
  'option_ids',
  'submissions',
  'rejections',
  'submitted_at',
  'decided_at',
  'reason',
] as const satisfies readonly (keyof Submission)[];

type Key = Pick<Submission, 'task_id' | 'user_id'>;

export type NewSubmission = Omit<Submission, 'id' | 'submissions' | 'rejections' | 'reason'> & {
  /** 1 for what the user sent, 0 for a fact or an unsigned call. */
  readonly submissions: 0 | 1;
};

const FIND = lookUp<{ task_id: number; user_id: number }, Submission>((db, { task_id, user_id }) =>
  db('user_quest_tasks')
    .where({ task_id, user_id })
    .first(...SUBMISSION_COLUMNS),
);

/** What users sent for tasks. Each write requires the lock of the user. */
export class SubmissionsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find({ task_id, user_id }: Key): Promise<Submission | undefined> {
    return FIND.first(this.#db, { task_id, user_id });
  }

  /** Inserts a submission, or replaces the one before. */
  async upsert(submission: NewSubmission): Promise<Submission> {
    const { rows } = await this.#db.raw(
      `insert into user_quest_tasks as kept
         (task_id, user_id, quest_id, status, source, text, media_id, option_ids, submissions,
          submitted_at, decided_at)
       values
         (:task_id, :user_id, :quest_id, :status, :source, :text, :media_id, :option_ids, :submissions,
          :submitted_at, :decided_at)
       on conflict (task_id, user_id) do update set
         status = excluded.status, source = excluded.source, text = excluded.text,
         media_id = excluded.media_id, option_ids = excluded.option_ids,
         submissions = kept.submissions + excluded.submissions,
         submitted_at = excluded.submitted_at, decided_at = excluded.decided_at, reason = null
       returning ${SUBMISSION_COLUMNS.join(', ')}`,
      submission,
    );
    return onlyRow(rows);
  }

  /** The user has not done the task any more, and can do it again. */
  async delete({ task_id, user_id }: Key): Promise<void> {
    await this.#db('user_quest_tasks').where({ task_id, user_id }).delete();
  }

  /** One vote per user and poll: a second one changes nothing. */
  async insertVote({ task_id, user_id }: Key, option_id: string): Promise<void> {
    await this.#db('poll_votes')
      .insert({ task_id, user_id, option_id })
      .onConflict(['task_id', 'user_id'])
      .ignore();
  }
}
