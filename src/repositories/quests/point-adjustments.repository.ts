import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import type { Adjustment } from '../../domain/quests/points.ts';
import { dayOf, keepTotals } from './points.sql.ts';

type Adjusted = Pick<Adjustment, 'user_id' | 'quest_id' | 'conference_id'>;

/** Rows of the ledger that administrators add. Each method requires the lock of the user. */
export class PointAdjustmentsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The least of the user's totals of all time that an adjustment changes. */
  async findLeastTotal({ user_id, quest_id, conference_id }: Adjusted): Promise<number> {
    const { rows } = await this.#db.raw(
      `select min(coalesce(t.points, 0)) as points
         from (values ('all', 0::bigint), ('quest', :quest_id), ('conference', :conference_id))
              s (scope, scope_id)
         left join point_totals t
                on t.scope = s.scope and t.scope_id = s.scope_id and t.period = 'all'
                   and t.period_start = '1970-01-01' and t.user_id = :user_id
        where s.scope_id is not null`,
      { user_id, quest_id, conference_id },
    );
    return onlyRow<{ points: number }>(rows).points;
  }

  /** Returns the id of the entry. `timezone` determines its day and week. */
  async insert(
    adjustment: Omit<Adjustment, 'id' | 'points'> & {
      readonly actor: string;
      readonly timezone: string;
    },
  ): Promise<number> {
    const { rows } = await this.#db.raw(
      `with entries as (
         insert into point_ledger
           (user_id, quest_id, conference_id, kind, delta, earned_at, day, week, reason, actor)
         select :user_id, :quest_id::bigint, :conference_id::bigint, 'adjustment', :delta, :earned_at,
                d.day, d.week, :reason, :actor
           from ${dayOf(':earned_at::timestamptz', ':timezone::text')}
         returning id, user_id, quest_id, conference_id, delta, earned_at, day, week
       ), ${keepTotals('entries')}
       select id from entries`,
      { ...adjustment },
    );
    return onlyRow<{ id: number }>(rows).id;
  }
}
