import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { orRefused } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery, statement } from '../../db/statement.ts';
import type { User } from '../../domain/people/users.ts';
import type { Submission } from '../../domain/quests/submissions.ts';
import { keepParticipations, takeCompletionsBack } from './participations.sql.ts';
import { entryLock } from './quests.sql.ts';

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

/** The decision of an administrator. */
export interface DecidedColumns {
  readonly decided_at: string;
  /** The name of the administrator, as the audit log records it. */
  readonly reviewer: string;
  /** Null for a key that belongs to a machine. */
  readonly reviewer_id: number | null;
}

const DECIDED =
  'decided_at = :decided_at, reviewer = :reviewer, reviewer_id = :reviewer_id::bigint';

/** A submission that was stored, with its participation in step. */
export interface StoredSubmission extends Submission {
  /** Whether the user completes the quest by it. */
  readonly completes_quest: boolean;
}

const FIND = preparedQuery<{ task_id: number; user_id: number }, Submission>(
  (db, { task_id, user_id }) =>
    db('user_quest_tasks')
      .where({ task_id, user_id })
      .first(...SUBMISSION_COLUMNS),
);

const FIND_BY_ID = preparedQuery<{ id: number }, Submission>((db, { id }) =>
  db('user_quest_tasks')
    .where({ id })
    .first(...SUBMISSION_COLUMNS),
);

/** SQL of the stored submissions, and whether they complete their quests. */
const STORED = `
  select ${SUBMISSION_COLUMNS.map((column) => `stored.${column}`).join(', ')},
         sent.completed_at is not null as completes_quest
    from stored join sent using (quest_id, user_id)`;

const UPSERTED_COLUMNS = [
  'task_id',
  'user_id',
  'quest_id',
  'status',
  'source',
  'text',
  'media_id',
  'option_ids',
  'submissions',
  'submitted_at',
  'decided_at',
] as const satisfies readonly (keyof NewSubmission)[];

const UPSERT = statement<NewSubmission, StoredSubmission>((db, submission) =>
  db.raw(
    `with stored as (
       insert into user_quest_tasks as kept (${UPSERTED_COLUMNS.join(', ')})
       values (${UPSERTED_COLUMNS.map(() => '?').join(', ')})
       on conflict (task_id, user_id) do update set
         status = excluded.status, source = excluded.source, text = excluded.text,
         media_id = excluded.media_id, option_ids = excluded.option_ids,
         submissions = kept.submissions + excluded.submissions,
         submitted_at = excluded.submitted_at, decided_at = excluded.decided_at, reason = null,
         reviewer = null, reviewer_id = null
       returning ${SUBMISSION_COLUMNS.join(', ')}
       ), ${keepParticipations('stored')}
       ${STORED}`,
    UPSERTED_COLUMNS.map((column) => submission[column]) as Knex.RawBinding[],
  ),
);

const LOCK_SENDER = statement<Key, Pick<User, 'id'>>((db, { task_id, user_id }) =>
  db.raw(
    `with entered as materialized (
       select ${entryLock('t.quest_id', 'shared')} from quest_tasks t
        where t.id = :task_id and not exists (
          select from user_quests uq
           where uq.quest_id = t.quest_id and uq.user_id = :user_id and uq.status <> 'admitted')
     )
     select u.id from users u
      where u.id = :user_id and u.erased_at is null and (select count(*) from entered) >= 0
        for no key update of u`,
    { task_id, user_id },
  ),
);

const UPSERT_TRY = statement<{ task_id: number; person_hash: string }, unknown>(
  (db, { task_id, person_hash }) =>
    db.raw(
      `insert into task_tries as kept (task_id, person_hash, tries)
       values (:task_id, :person_hash, 1)
       on conflict (task_id, person_hash) do update set tries = kept.tries + 1`,
      { task_id, person_hash },
    ),
);

/** What users sent for tasks, and their wrong answers. Each write requires the lock of the user. */
export class SubmissionsRepository extends OnDatabase {
  async find({ task_id, user_id }: Key): Promise<Submission | undefined> {
    return FIND.first(this.db, { task_id, user_id });
  }

  /**
   * Locks what the sender of a submission needs: the entry of the quest, shared, unless the user has
   * started it, then the user FOR NO KEY UPDATE. Returns false for an erased user.
   */
  async lockSender({ task_id, user_id }: Key): Promise<boolean> {
    return (await LOCK_SENDER.rows(this.db, { task_id, user_id })).length > 0;
  }

  /** Whether the task has ever had a submission. */
  async findAnyOf(task_id: number): Promise<boolean> {
    return (await this.db('user_quest_tasks').where({ task_id }).first('id')) !== undefined;
  }

  async findById(id: number): Promise<Submission | undefined> {
    return FIND_BY_ID.first(this.db, { id });
  }

  /** Approves a pending submission. */
  async updateApproved(id: number, decided: DecidedColumns): Promise<StoredSubmission> {
    const { rows } = await this.db.raw(
      `with stored as (
         update user_quest_tasks
            set status = 'approved', ${DECIDED}, reason = null
          where id = :id and status = 'pending'
         returning ${SUBMISSION_COLUMNS.join(', ')}
       ), ${keepParticipations('stored')}
       ${STORED}`,
      { id, ...decided },
    );
    return onlyRow<StoredSubmission>(rows);
  }

  /** A rejection counts, except of a submission of an unsigned call, which is not the user's. */
  async updateRejected(
    id: number,
    columns: DecidedColumns & Pick<Submission, 'reason'>,
  ): Promise<void> {
    await this.db.raw(
      `update user_quest_tasks
          set status = 'rejected', ${DECIDED}, reason = :reason,
              rejections = rejections + (source <> 'public')::integer
        where id = :id and status = 'pending'`,
      { id, ...columns },
    );
  }

  /**
   * Makes a decided submission pending again: a rejection does not count any more, and an approval does
   * not complete the quest any more.
   */
  async updateReopened(id: number): Promise<void> {
    await this.db.raw(
      `with decided as (
         select task_id, user_id, quest_id from user_quest_tasks where id = :id and status = 'approved'
       ), ${takeCompletionsBack('decided')}
       update user_quest_tasks
          set status = 'pending', decided_at = null, reason = null, reviewer = null,
              reviewer_id = null,
              rejections = rejections - (status = 'rejected' and rejections > 0 and source <> 'public')::integer
        where id = :id and status <> 'pending'`,
      { id },
    );
  }

  /**
   * Inserts a submission, or replaces the one before. The user becomes active then, and completes the
   * quest if this was the last it needed.
   *
   * @throws AppError MEDIA_IN_USE if another submission shows the image
   */
  async upsert(submission: NewSubmission): Promise<StoredSubmission> {
    const upserted = UPSERT.rows(this.db, submission);
    const rows = await orRefused(upserted, 'user_quest_tasks_media_idx', {
      code: 'MEDIA_IN_USE',
      field: 'media_id',
      problem: 'another submission shows this image',
    });
    return onlyRow(rows);
  }

  /** Counts the submissions that show an image and can still be decided. */
  async countAwaitingReview(media_id: number): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { total: number }[] }>(
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
    await this.db('user_quest_tasks').where({ media_id }).update({ media_id: null });
  }

  /** Counts a wrong answer to a quiz. */
  async upsertTry(task_id: number, person_hash: string): Promise<void> {
    await UPSERT_TRY.rows(this.db, { task_id, person_hash });
  }

  /** Gives all users their tries of a quiz back. */
  async deleteTriesOf(task_id: number): Promise<void> {
    await this.db('task_tries').where({ task_id }).delete();
  }
}
