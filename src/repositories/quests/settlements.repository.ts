import { OnDatabase } from '../../db/on-database.ts';
import { statement } from '../../db/statement.ts';
import { DELETE_ENDED, insertFulfilled } from './settlements.sql.ts';

/** An automatic task of a user, whose fact holds or has ended. */
export interface SettledTask extends Readonly<Record<'user_id' | 'quest_id' | 'task_id', number>> {
  readonly quest_title: string;
}

/** An automatic task that is approved now, since its fact holds. */
export interface FulfilledTask extends SettledTask {
  /** Whether the user completes the quest by what is approved now. */
  readonly completes_quest: boolean;
}

const INSERT_FULFILLED_OF = statement<
  { user_id: number; quest_id: number; now: string },
  FulfilledTask
>((db, { user_id, quest_id, now }) =>
  db.raw(insertFulfilled('uq.user_id = :user_id and uq.quest_id = :quest_id'), {
    user_id,
    quest_id,
    now,
  }),
);

const INSERT_FULFILLED = statement<{ user_ids: readonly number[]; now: string }, FulfilledTask>(
  (db, { user_ids, now }) =>
    db.raw(insertFulfilled('uq.user_id = any(:user_ids::bigint[])'), { user_ids, now }),
);

const DELETED_ENDED = statement<{ user_ids: readonly number[]; now: string }, SettledTask>(
  (db, { user_ids, now }) => db.raw(DELETE_ENDED, { user_ids, now }),
);

/**
 * The users whose automatic tasks are settled next, whom triggers insert, and their tasks. Each write
 * of tasks requires the locks of the users, and brings their participations in step.
 */
export class SettlementsRepository extends OnDatabase {
  /** Whether any row exists. */
  async exists(): Promise<boolean> {
    return (await this.db('due_settlements').first('id')) !== undefined;
  }

  /** Finds the oldest rows. */
  async list(limit: number): Promise<{ id: number; user_id: number }[]> {
    return this.db('due_settlements').orderBy('id').limit(limit).select('id', 'user_id');
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.db('due_settlements')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .delete();
  }

  /** Approves the automatic tasks of one participant who has started the quest. */
  async insertFulfilledOf(
    { user_id, quest_id }: Pick<SettledTask, 'user_id' | 'quest_id'>,
    now: string,
  ): Promise<FulfilledTask[]> {
    return INSERT_FULFILLED_OF.rows(this.db, { user_id, quest_id, now });
  }

  /** Of these users in all quests that they have started and that are not hidden, user by user. */
  async insertFulfilled(user_ids: readonly number[], now: string): Promise<FulfilledTask[]> {
    return INSERT_FULFILLED.rows(this.db, { user_ids, now });
  }

  /**
   * Deletes the submissions of these users whose fact has ended, so that the tasks can be done again.
   * A deleted or past event or conference takes nothing back.
   */
  async deleteEnded(user_ids: readonly number[], now: string): Promise<SettledTask[]> {
    return DELETED_ENDED.rows(this.db, { user_ids, now });
  }
}
