import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { Recalculation } from '../../domain/quests/points.ts';

export const RECALCULATION_COLUMNS = [
  'status',
  'people',
  'requested_at',
  'finished_at',
] as const satisfies readonly (keyof Recalculation)[];

/** A recalculation with the columns that its runs need. */
export interface RecalculationRow extends Recalculation {
  readonly quest_id: number;
  /** The administrator of the last edit. */
  readonly actor: string;
  /** The users up to this one are done. */
  readonly after_user_id: number;
}

const COLUMNS = [
  ...RECALCULATION_COLUMNS,
  'quest_id',
  'actor',
  'after_user_id',
] as const satisfies readonly (keyof RecalculationRow)[];

interface People {
  readonly quest_id: number;
  readonly after_user_id: number;
  /** Null for all of them. */
  readonly limit: number | null;
}

const LOCK_PEOPLE = statement<
  { quest_id: number; after_user_id: number; limit: number | null },
  { id: number }
>((db, { quest_id, after_user_id, limit }) =>
  db.raw(
    `select u.id from users u
      where u.id in (select user_id from user_quests
                      where quest_id = :quest_id and user_id > :after_user_id
                      order by user_id limit :limit)
      order by u.id for no key update`,
    { quest_id, after_user_id, limit },
  ),
);

/** One row per quest whose points were ever recalculated. */
export class RecalculationsRepository extends OnDatabase {
  /**
   * Locks the row FOR UPDATE, if it exists, so that no batch runs at the same time. Edits of a
   * quest lock it after the quest and before they write, since the rows that a batch writes refer
   * to the quest.
   */
  async lock(quest_id: number): Promise<RecalculationRow | undefined> {
    return this.db('quest_recalculations')
      .where({ quest_id })
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Quests whose recalculation was requested before this time and is not done. */
  async listRunning(before: string): Promise<number[]> {
    return this.db('quest_recalculations')
      .where({ status: 'running' })
      .where('requested_at', '<', before)
      .orderBy('requested_at')
      .pluck('quest_id');
  }

  /** Begins a recalculation; one that runs starts over. */
  async upsert(recalculation: Omit<RecalculationRow, 'after_user_id'>): Promise<Recalculation> {
    const rows = await this.db('quest_recalculations')
      .insert({ ...recalculation, after_user_id: 0 })
      .onConflict('quest_id')
      .merge()
      .returning<Recalculation[]>(RECALCULATION_COLUMNS);
    return onlyRow(rows);
  }

  /**
   * Locks the next participants FOR NO KEY UPDATE, in id order. A later statement reads their
   * awards, so it sees the awards that this one waited for.
   */
  async lockPeople({ quest_id, after_user_id, limit }: People): Promise<number[]> {
    const rows = await LOCK_PEOPLE.rows(this.db, { quest_id, after_user_id, limit });
    return rows.map(({ id }) => id);
  }

  async updateProgress(quest_id: number, after_user_id: number): Promise<void> {
    await this.db('quest_recalculations').where({ quest_id }).update({ after_user_id });
  }

  async updateDone(quest_id: number, finished_at: string): Promise<void> {
    await this.db('quest_recalculations')
      .where({ quest_id })
      .update({ status: 'done', finished_at });
  }
}
