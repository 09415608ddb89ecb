import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { lookUp, statement } from '../../db/statement.ts';
import type { Participation } from '../../domain/quests/participations.ts';
import type { Submission } from '../../domain/quests/submissions.ts';
import { isFulfilled, isNeeded } from './quests.sql.ts';

const COLUMNS = [
  'quest_id',
  'user_id',
  'status',
  'source',
  'started_at',
  'completed_at',
] as const satisfies readonly (keyof Participation)[];

type Key = Pick<Participation, 'quest_id' | 'user_id'>;

const FIND = lookUp<{ quest_id: number; user_id: number }, Participation>(
  (db, { quest_id, user_id }) =>
    db('user_quests')
      .where({ quest_id, user_id })
      .first(...COLUMNS),
);

const UPDATE_ACTIVE = statement<{ quest_id: number; user_id: number; active_at: string }, unknown>(
  (db, { quest_id, user_id, active_at }) =>
    db.raw(
      `update user_quests set active_at = greatest(active_at, :active_at::timestamptz)
        where quest_id = :quest_id and user_id = :user_id`,
      { quest_id, user_id, active_at },
    ),
);

const UPDATE_IF_FULFILLED = statement<
  { quest_id: number; user_id: number; completed_at: string },
  Pick<Participation, 'user_id'>
>((db, { quest_id, user_id, completed_at }) =>
  db.raw(
    `update user_quests uq set status = 'completed', completed_at = :completed_at
      where quest_id = :quest_id and user_id = :user_id and status = 'in_progress'
        and ${isFulfilled('uq')}
     returning user_id`,
    { quest_id, user_id, completed_at },
  ),
);

/** Participants of quests. A row takes a place, and is never deleted. */
export class ParticipationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find({ quest_id, user_id }: Key): Promise<Participation | undefined> {
    return FIND.first(this.#db, { quest_id, user_id });
  }

  /** Returns undefined, and changes nothing, for a participant. Requires the lock of the quest. */
  async insertIfAbsent(
    participation: Omit<Participation, 'completed_at'> & { readonly active_at: string },
  ): Promise<Participation | undefined> {
    const [row] = await this.#db('user_quests')
      .insert(participation)
      .onConflict(['quest_id', 'user_id'])
      .ignore()
      .returning<Participation[]>(COLUMNS);
    return row;
  }

  /** Returns the users who are participants of the quest. */
  async listUserIds(quest_id: number, userIds: readonly number[]): Promise<number[]> {
    return this.#db('user_quests')
      .where({ quest_id })
      .whereRaw('user_id = any(?::bigint[])', [[...userIds]])
      .pluck('user_id');
  }

  /** Gives places to users who are not participants. Requires the lock of the quest. */
  async insertAdmitted(
    quest_id: number,
    userIds: readonly number[],
    active_at: string,
  ): Promise<void> {
    await this.#db.raw(
      `insert into user_quests (quest_id, user_id, status, source, active_at)
       select :quest_id, user_id, 'admitted', 'admin', :active_at
         from unnest(:user_ids::bigint[]) as user_id`,
      { quest_id, user_ids: [...userIds], active_at },
    );
  }

  /** Starts the quest for an admitted participant. */
  async updateStarted(
    { quest_id, user_id }: Key,
    columns: Pick<Participation, 'source'> & { readonly started_at: string },
  ): Promise<Participation> {
    const rows = await this.#db('user_quests')
      .where({ quest_id, user_id, status: 'admitted' })
      .update({ ...columns, status: 'in_progress', active_at: columns.started_at })
      .returning<Participation[]>(COLUMNS);
    return onlyRow(rows);
  }

  /**
   * Records that the user opened the quest themselves, after an unsigned call made them a
   * participant.
   */
  async updateOpened({ quest_id, user_id }: Key): Promise<void> {
    await this.#db('user_quests')
      .where({ quest_id, user_id, source: 'public' })
      .update({ source: 'self' });
  }

  async updateActive({ quest_id, user_id }: Key, active_at: string): Promise<void> {
    await UPDATE_ACTIVE.rows(this.#db, { quest_id, user_id, active_at });
  }

  /** Completes the quest if the participant has done its tasks. Returns whether it did. */
  async updateIfFulfilled({ quest_id, user_id }: Key, completed_at: string): Promise<boolean> {
    const rows = await UPDATE_IF_FULFILLED.rows(this.#db, { quest_id, user_id, completed_at });
    return rows.length > 0;
  }

  /**
   * Takes the completion back if it needs this task, which is no longer approved. A completion
   * stays if an edit of the quest has since required another task. Returns whether it did.
   */
  async updateIfUnfulfilled({
    quest_id,
    user_id,
    task_id,
  }: Key & Pick<Submission, 'task_id'>): Promise<boolean> {
    const { rowCount } = await this.#db.raw(
      `update user_quests uq set status = 'in_progress', completed_at = null
        where quest_id = :quest_id and user_id = :user_id and status = 'completed'
          and ${isNeeded('uq', ':task_id')} and not (${isFulfilled('uq')})`,
      { quest_id, user_id, task_id },
    );
    return rowCount > 0;
  }
}
