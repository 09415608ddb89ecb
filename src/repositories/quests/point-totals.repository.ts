import type { Knex } from 'knex';
import { sumsOfLedger } from './points-check.sql.ts';

const OF_USERS = 'user_id = any(:ids::bigint[])';

/** The kept totals, recomputed from the ledger. Each write requires the locks of the users. */
export class PointTotalsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Locks the rows of users FOR NO KEY UPDATE, by id. */
  async lockUsers(ids: readonly number[]): Promise<void> {
    await this.#db('users')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forNoKeyUpdate()
      .select('id');
  }

  async deleteOf(ids: readonly number[]): Promise<void> {
    await this.#db.raw(`delete from point_totals where ${OF_USERS}`, { ids: [...ids] });
  }

  async insertFromLedger(ids: readonly number[]): Promise<void> {
    await this.#db.raw(
      `insert into point_totals
         (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
       select s.scope, s.scope_id, s.period, s.period_start, s.user_id, s.points, s.reached_at,
              u.is_listed and u.is_ranked
         from (${sumsOfLedger(OF_USERS)}) s
         join users u on u.id = s.user_id`,
      { ids: [...ids] },
    );
  }

  /** Sets the points of the users to the sum of the ledger. */
  async updateUsers(ids: readonly number[]): Promise<void> {
    await this.#db.raw(
      `update users u
          set points = coalesce((select sum(delta) from point_ledger where user_id = u.id), 0)
        where u.id = any(:ids::bigint[])`,
      { ids: [...ids] },
    );
  }
}
