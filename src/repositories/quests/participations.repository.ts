import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery, statement } from '../../db/statement.ts';
import type { User } from '../../domain/people/users.ts';
import type { Participation } from '../../domain/quests/participations.ts';
import { entryLock, isFulfilled } from './quests.sql.ts';

const COLUMNS = [
  'quest_id',
  'user_id',
  'status',
  'source',
  'started_at',
  'completed_at',
] as const satisfies readonly (keyof Participation)[];

type Key = Pick<Participation, 'quest_id' | 'user_id'>;

const FIND = preparedQuery<{ quest_id: number; user_id: number }, Participation>(
  (db, { quest_id, user_id }) =>
    db('user_quests')
      .where({ quest_id, user_id })
      .first(...COLUMNS),
);

const LOCK_ENTRY = statement<Key, Pick<User, 'id'>>((db, { quest_id, user_id }) =>
  db.raw(
    `with entered as materialized (select ${entryLock(':quest_id', 'shared')})
     select id from users
      where id = :user_id and erased_at is null and (select count(*) from entered) > 0
        for no key update`,
    { quest_id, user_id },
  ),
);

type NewParticipation = Omit<Participation, 'completed_at'>;

const INSERT = statement<NewParticipation, unknown>(
  (db, { quest_id, user_id, status, source, started_at }) =>
    db.raw(
      `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
       values (:quest_id, :user_id, :status, :source, :started_at, :started_at)`,
      { quest_id, user_id, status, source, started_at },
    ),
);

const UPDATE_FULFILLED = statement<
  { quest_id: number; user_ids: readonly number[]; completed_at: string },
  Pick<Participation, 'user_id'>
>((db, { quest_id, user_ids, completed_at }) =>
  db.raw(
    `update user_quests uq
        set status = 'completed', completed_at = greatest(:completed_at::timestamptz, started_at)
      where uq.quest_id = :quest_id and uq.user_id = any(:user_ids::bigint[])
        and uq.status = 'in_progress'
        and exists (select from quests where id = uq.quest_id and deleted_at is null)
        and ${isFulfilled('uq')}
     returning user_id`,
    { quest_id, user_ids, completed_at },
  ),
);

/** Participants of quests. A row takes a place, and is never deleted. */
export class ParticipationsRepository extends OnDatabase {
  async find({ quest_id, user_id }: Key): Promise<Participation | undefined> {
    return FIND.first(this.db, { quest_id, user_id });
  }

  /** Returns the users who are participants of the quest. */
  async listUserIds(quest_id: number, userIds: readonly number[]): Promise<number[]> {
    return this.db('user_quests')
      .where({ quest_id })
      .whereRaw('user_id = any(?::bigint[])', [[...userIds]])
      .pluck('user_id');
  }

  /**
   * Locks what a user needs who enters a quest: its entry, shared, then the user FOR NO KEY UPDATE.
   * Returns false for an erased user.
   */
  async lockEntry({ quest_id, user_id }: Key): Promise<boolean> {
    return (await LOCK_ENTRY.rows(this.db, { quest_id, user_id })).length > 0;
  }

  /**
   * Makes a user a participant. Requires the entry lock of the quest and the lock of the user; the place
   * is taken at the end of the transaction.
   */
  async insert(participation: NewParticipation): Promise<void> {
    await INSERT.rows(this.db, participation);
  }

  /** Gives places to users who are not participants. Requires the lock of the quest. */
  async insertAdmitted(
    quest_id: number,
    userIds: readonly number[],
    active_at: string,
  ): Promise<void> {
    await this.db.raw(
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
    const rows = await this.db('user_quests')
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
    await this.db('user_quests')
      .where({ quest_id, user_id, source: 'public' })
      .update({ source: 'self' });
  }

  /**
   * Completes the quest for those of the participants who have done what it asks for now, and returns
   * them. Requires the locks of the users.
   */
  async updateFulfilled(
    quest_id: number,
    user_ids: readonly number[],
    completed_at: string,
  ): Promise<number[]> {
    const rows = await UPDATE_FULFILLED.rows(this.db, { quest_id, user_ids, completed_at });
    return rows.map(({ user_id }) => user_id);
  }
}
