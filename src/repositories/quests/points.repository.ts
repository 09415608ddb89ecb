import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { Adjustment, PointKind } from '../../domain/quests/points.ts';
import { dayOf, keepTotals, reconcile, sumsOfLedger } from './points.sql.ts';

type Adjusted = Pick<Adjustment, 'user_id' | 'quest_id' | 'conference_id'>;

/** The reason why an award is taken back, and the administrator who did it, if any. */
export interface ReversalNote {
  readonly reason: string | null;
  readonly actor: string | null;
}

/** A row of the ledger that follows from what a user has earned in a quest. */
export interface ReconciledEntry {
  readonly user_id: number;
  /** Null for the completion. */
  readonly task_id: number | null;
  readonly kind: Exclude<PointKind, 'adjustment'>;
  readonly delta: number;
}

type Note = Pick<ReversalNote, keyof ReversalNote>;

/** Its plan does not depend on the user, so that PostgreSQL does not make a new one for each award. */
const RECONCILE_ONE = statement<Note & { quest_id: number; user_id: number }, ReconciledEntry>(
  (db, { quest_id, user_id, reason, actor }) =>
    db.raw(reconcile('quest_id = :quest_id and user_id = :user_id'), {
      quest_id,
      user_id,
      reason,
      actor,
    }),
);

const RECONCILE = statement<
  Note & { quest_id: number; user_ids: readonly number[] },
  ReconciledEntry
>((db, { quest_id, user_ids, reason, actor }) =>
  db.raw(reconcile('quest_id = :quest_id and user_id = any(:user_ids::bigint[])'), {
    quest_id,
    user_ids,
    reason,
    actor,
  }),
);

/**
 * The ledger of points, whose rows never change, and the totals that are kept with each row. Each
 * write requires the locks of the users, taken in order of id before what they have earned is changed
 * or read: so an edit of points either is seen here, or its recalculation sees the row that is written
 * here.
 */
export class PointsRepository extends OnDatabase {
  /** Whether any point was ever given or taken in the quest. */
  async findAnyOf(quest_id: number): Promise<boolean> {
    return (await this.db('point_ledger').where({ quest_id }).first('id')) !== undefined;
  }

  /**
   * Brings the ledger in step with what users have earned in a quest: awards what has no live award,
   * takes back the awards of what is not earned, and corrects the others. Safe to repeat. The note is that
   * of what is not earned any more; what an edit of the quest owes names its administrator.
   */
  async updateLedger(
    quest_id: number,
    user_ids: readonly number[],
    { reason, actor }: ReversalNote,
  ): Promise<ReconciledEntry[]> {
    const [user_id, ...others] = user_ids;
    if (user_id === undefined) return [];
    return others.length === 0
      ? RECONCILE_ONE.rows(this.db, { quest_id, user_id, reason, actor })
      : RECONCILE.rows(this.db, { quest_id, user_ids, reason, actor });
  }

  /** The least of the user's totals of all time that an adjustment changes. */
  async findLeastTotal({ user_id, quest_id, conference_id }: Adjusted): Promise<number> {
    const { rows } = await this.db.raw(
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

  /** Returns the id of the entry. Its day and week are those of `timezone`. */
  async insertAdjustment(
    adjustment: Omit<Adjustment, 'id' | 'points'> & {
      readonly actor: string;
      readonly timezone: string;
    },
  ): Promise<number> {
    const { rows } = await this.db.raw(
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

  async deleteTotalsOf(user_ids: readonly number[]): Promise<void> {
    await this.db('point_totals')
      .whereRaw('user_id = any(?::bigint[])', [[...user_ids]])
      .delete();
  }

  /** Recomputes the totals of the users from the ledger. */
  async insertTotalsOf(user_ids: readonly number[]): Promise<void> {
    await this.db.raw(
      `insert into point_totals
         (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
       select s.scope, s.scope_id, s.period, s.period_start, s.user_id, s.points, s.reached_at,
              u.is_listed and u.is_ranked
         from (${sumsOfLedger('user_id = any(:user_ids::bigint[])')}) s
         join users u on u.id = s.user_id`,
      { user_ids: [...user_ids] },
    );
  }

  /** Sets the points of the users to the sum of the ledger. */
  async updateUsers(user_ids: readonly number[]): Promise<void> {
    await this.db.raw(
      `update users u
          set points = coalesce((select sum(delta) from point_ledger where user_id = u.id), 0)
        where u.id = any(:user_ids::bigint[])`,
      { user_ids: [...user_ids] },
    );
  }
}
