import type { Knex } from 'knex';
import { orRefused } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import { lookUp, statement } from '../../db/statement.ts';
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
  /** 1 for a submission of the user, 0 for a fact or an unsigned call. */
  readonly submissions: 0 | 1;
};

const FIND = lookUp<{ task_id: number; user_id: number }, Submission>((db, { task_id, user_id }) =>
  db('user_quest_tasks')
    .where({ task_id, user_id })
    .first(...SUBMISSION_COLUMNS),
);

const FIND_BY_ID = lookUp<{ id: number }, Submission>((db, { id }) =>
  db('user_quest_tasks')
    .where({ id })
    .first(...SUBMISSION_COLUMNS),
);

const UPSERT = statement<NewSubmission, Submission>(
  (
    db,
    {
      task_id,
      user_id,
      quest_id,
      status,
      source,
      text,
      media_id,
      option_ids,
      submissions,
      submitted_at,
      decided_at,
    },
  ) =>
    db.raw(
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
      {
        task_id,
        user_id,
        quest_id,
        status,
        source,
        text,
        media_id,
        option_ids,
        submissions,
        submitted_at,
        decided_at,
      },
    ),
);

/** Submissions of users for tasks. Each write requires the lock of the user. */
export class SubmissionsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find({ task_id, user_id }: Key): Promise<Submission | undefined> {
    return FIND.first(this.#db, { task_id, user_id });
  }

  /** Whether the task has ever had a submission. */
  async findAnyOf(task_id: number): Promise<boolean> {
    return (await this.#db('user_quest_tasks').where({ task_id }).first('id')) !== undefined;
  }

  async findById(id: number): Promise<Submission | undefined> {
    return FIND_BY_ID.first(this.#db, { id });
  }

  /** A rejection counts, except of a submission of an unsigned call, which is not the user's. */
  async updateDecided(
    id: number,
    columns: Readonly<Record<'decided_at', string>> &
      Pick<Submission, 'reason'> & { readonly status: 'approved' | 'rejected' },
  ): Promise<void> {
    await this.#db.raw(
      `update user_quest_tasks
          set status = :status, decided_at = :decided_at, reason = :reason,
              rejections = rejections + (:status = 'rejected' and source <> 'public')::integer
        where id = :id and status = 'pending'`,
      { id, ...columns },
    );
  }

  /** Makes a decided submission pending again. A rejection does not count any more. */
  async updateReopened(id: number): Promise<void> {
    await this.#db.raw(
      `update user_quest_tasks
          set status = 'pending', decided_at = null, reason = null,
              rejections = rejections - (status = 'rejected' and rejections > 0 and source <> 'public')::integer
        where id = :id and status <> 'pending'`,
      { id },
    );
  }

  /**
   * Inserts a submission, or replaces the one before.
   * @throws AppError MEDIA_IN_USE if another submission shows the image
   */
  async upsert(submission: NewSubmission): Promise<Submission> {
    const upserted = UPSERT.rows(this.#db, submission);
    const rows = await orRefused(upserted, 'user_quest_tasks_media_idx', {
      code: 'MEDIA_IN_USE',
      message: 'media_id: another submission shows this image',
    });
    return onlyRow(rows);
  }

  /** Counts the submissions that show an image and can still be decided. */
  async countAwaitingReview(media_id: number): Promise<number> {
    const { rows } = await this.#db.raw<{ rows: { total: number }[] }>(
      `select count(*)::integer as total
         from user_quest_tasks s
         join quest_tasks t on t.id = s.task_id and t.deleted_at is null
         join quests q on q.id = s.quest_id and q.deleted_at is null
        where s.media_id = :media_id and s.status = 'pending'`,
      { media_id },
    );
    return onlyRow(rows).total;
  }

  /** The submission stays, without its image. */
  async updateWithoutMedia(media_id: number): Promise<void> {
    await this.#db('user_quest_tasks').where({ media_id }).update({ media_id: null });
  }

  /** Deletes the submission, so the user can do the task again. */
  async delete({ task_id, user_id }: Key): Promise<void> {
    await this.#db('user_quest_tasks').where({ task_id, user_id }).delete();
  }
}
