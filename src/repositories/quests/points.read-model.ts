import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, type PageRequest, queryList } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import type { PointDifference, PointEntry } from '../../domain/quests/points.ts';
import {
  AWARD_DIFFERENCES,
  COUNT_DIFFERENCES,
  TOTAL_DIFFERENCES,
  USER_DIFFERENCES,
  WRONG_USERS,
} from './points.sql.ts';

/** The users with an id above `after` up to `upto`. */
export interface UserBatch {
  readonly after: number;
  readonly upto: number;
}

/** SQL for the id and title of a row, or null; a deleted quest or task keeps its title. */
const titled = (alias: string, name: string) =>
  `case when ${alias}.id is not null
        then json_build_object('id', ${alias}.id, 'title', ${alias}.title) end as ${name}`;

/** The ledger of one user, and what is kept of points beside the rows that it follows from. */
export class PointsReadModel extends OnDatabase {
  /** The ledger of one user, newest first. The position is the id of the last entry. */
  async listOf(user_id: number, request: PageRequest<number>): Promise<Page<PointEntry, number>> {
    const query = this.db('point_ledger as l')
      .leftJoin('quests as q', 'q.id', 'l.quest_id')
      .leftJoin('quest_tasks as t', 't.id', 'l.task_id')
      .where('l.user_id', user_id)
      .select('l.id', 'l.delta', 'l.kind', 'l.reason', 'l.earned_at', 'l.created_at')
      .select(this.db.raw(titled('q', 'quest')), this.db.raw(titled('t', 'task')))
      .orderBy('l.id', 'desc');
    const list = queryList<PointEntry, number>(query, {}, (rows, after) => {
      rows.where('l.id', '<', after);
    });
    return cursorPage(list, request, ({ id }) => id);
  }

  /** The id of the last of the next `size` users; null after the last user. */
  async findBatchEnd(after: number, size: number): Promise<number | null> {
    const next = this.db('users').where('id', '>', after).orderBy('id').limit(size).select('id');
    const [row] = await this.db.from(next.as('next')).max({ id: 'id' });
    return row.id;
  }

  /** The users with rows of the ledger, and the rows. */
  async countLedger(of: UserBatch): Promise<{ people: number; ledger_rows: number }> {
    const { rows } = await this.db.raw(
      `select count(distinct user_id)::integer as people, count(*)::integer as ledger_rows
         from point_ledger where user_id > :after and user_id <= :upto`,
      { ...of },
    );
    return onlyRow(rows);
  }

  /** What users have earned beside their live awards. Not that of deleted or recalculated quests. */
  async listAwardDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(AWARD_DIFFERENCES, { ...of, most });
  }

  async listTotalDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(TOTAL_DIFFERENCES, { ...of, most });
  }

  async listUserDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(USER_DIFFERENCES, { ...of, most });
  }

  async listCountDifferences(most: number): Promise<PointDifference[]> {
    return this.#rows(COUNT_DIFFERENCES, { most });
  }

  /** The quests whose awards a worker changes now. */
  async listRecalculatedIds(): Promise<number[]> {
    return this.db('quest_recalculations')
      .where({ status: 'running' })
      .orderBy('quest_id')
      .pluck('quest_id');
  }

  /** The users whose totals or points differ from the ledger. */
  async listWrongUserIds(of: UserBatch): Promise<number[]> {
    const rows = await this.#rows<{ user_id: number }>(WRONG_USERS, { ...of });
    return rows.map(({ user_id }) => user_id);
  }

  async #rows<Row>(sql: string, bindings: Readonly<Record<string, number>>): Promise<Row[]> {
    const { rows } = await this.db.raw(sql, bindings);
    return rows;
  }
}
