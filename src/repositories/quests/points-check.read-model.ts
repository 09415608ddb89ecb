import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { PointDifference } from '../../domain/quests/points.ts';
import {
  COMPLETION_AWARD_DIFFERENCES,
  COUNT_DIFFERENCES,
  TASK_AWARD_DIFFERENCES,
  TOTAL_DIFFERENCES,
  USER_DIFFERENCES,
  WRONG_USERS,
} from './points-check.sql.ts';

/** The users with an id above `after` up to `upto`. */
export interface UserBatch {
  readonly after: number;
  readonly upto: number;
}

/** Compares the kept points with the ledger, for a batch of users at a time. */
export class PointsCheckReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The id of the last of the next `size` users; null after the last user. */
  async findBatchEnd(after: number, size: number): Promise<number | null> {
    const next = this.#db('users').where('id', '>', after).orderBy('id').limit(size).select('id');
    const [row] = await this.#db.from(next.as('next')).max({ id: 'id' });
    return row.id;
  }

  /** The users with rows of the ledger, and the rows. */
  async countLedger(of: UserBatch): Promise<{ people: number; ledger_rows: number }> {
    const { rows } = await this.#db.raw(
      `select count(distinct user_id)::integer as people, count(*)::integer as ledger_rows
         from point_ledger where user_id > :after and user_id <= :upto`,
      { ...of },
    );
    return onlyRow(rows);
  }

  async listTotalDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(TOTAL_DIFFERENCES, { ...of, most });
  }

  async listUserDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(USER_DIFFERENCES, { ...of, most });
  }

  /**
   * Leaves out deleted quests and tasks, which may keep their awards, and quests with a
   * recalculation.
   */
  async listTaskAwardDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(TASK_AWARD_DIFFERENCES, { ...of, most });
  }

  /** Leaves out deleted quests and quests with a recalculation. */
  async listCompletionAwardDifferences(of: UserBatch, most: number): Promise<PointDifference[]> {
    return this.#rows(COMPLETION_AWARD_DIFFERENCES, { ...of, most });
  }

  async listCountDifferences(most: number): Promise<PointDifference[]> {
    return this.#rows(COUNT_DIFFERENCES, { most });
  }

  /** The quests whose awards a worker changes now. */
  async listRecalculatedIds(): Promise<number[]> {
    return this.#db('quest_recalculations')
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
    const { rows } = await this.#db.raw(sql, bindings).options(UNNAMED);
    return rows;
  }
}
