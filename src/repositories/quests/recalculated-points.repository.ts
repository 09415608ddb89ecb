import type { Knex } from 'knex';
import { statement } from '../../db/statement.ts';
import type { ReversalNote } from './points.repository.ts';
import { dayOf, ENTRY, keepTotals, reversal } from './points.sql.ts';
import { isFulfilled } from './quests.sql.ts';

/** Participants of one quest, all of them locked. */
export interface Batch {
  readonly quest_id: number;
  readonly user_ids: readonly number[];
}

type Args = Pick<Batch, keyof Batch>;

const OF_BATCH = (row: string) =>
  `${row}.quest_id = :quest_id and ${row}.user_id = any(:user_ids::bigint[])`;

/** SQL of the live awards of the batch with their value, corrections included. */
const LIVE = `
  select a.id, a.user_id, a.quest_id, a.task_id, a.conference_id, a.kind, a.earned_at, a.day, a.week,
         a.delta + coalesce(fix.delta, 0) as points
    from point_ledger a
    left join (select award_id, sum(delta) as delta from point_ledger
                where quest_id = :quest_id and user_id = any(:user_ids::bigint[])
                  and kind = 'correction' group by award_id) fix on fix.award_id = a.id
   where ${OF_BATCH('a')} and a.kind in ('task', 'completion') and a.voided_at is null`;

/** SQL of the live awards of the quest and its tasks whose value has changed. */
const CORRECTIONS = `
  select a.user_id, a.quest_id, a.task_id, a.conference_id, 'correction' as kind,
         wanted.points - a.points as delta, a.earned_at, a.day, a.week, a.id as award_id,
         :actor::text as actor
    from live a
    join quests q on q.id = a.quest_id and q.deleted_at is null
    left join quest_tasks t on t.id = a.task_id and t.deleted_at is null
   cross join lateral (
           select case when a.kind = 'task' then t.points else q.completion_points end as points
         ) wanted
   where wanted.points <> a.points`;

/** SQL of the awards that earned no points, because the quest or task had none then. */
const AWARDS = `
  select e.user_id, q.id as quest_id, e.task_id, q.conference_id, e.kind, e.points as delta,
         e.earned_at, d.day, d.week, null::bigint as award_id, null::text as actor
    from (
      select s.user_id, s.quest_id, s.task_id, 'task' as kind, t.points, s.submitted_at as earned_at
        from user_quest_tasks s
        join quest_tasks t on t.id = s.task_id and t.deleted_at is null
       where ${OF_BATCH('s')} and s.status = 'approved'
      union all
      select uq.user_id, uq.quest_id, null::bigint, 'completion', won.completion_points,
             uq.completed_at
        from user_quests uq
        join quests won on won.id = uq.quest_id
       where ${OF_BATCH('uq')} and uq.status = 'completed'
    ) e
    join quests q on q.id = e.quest_id and q.deleted_at is null
    left join conferences c on c.id = q.conference_id
   cross join ${dayOf('e.earned_at', `coalesce(c.timezone, 'UTC')`)}
   where e.points > 0
     and not exists (
       select from live a
        where a.user_id = e.user_id and a.kind = e.kind
          and coalesce(a.task_id, 0) = coalesce(e.task_id, 0))`;

const INSERT_CORRECTIONS = statement<Args & { actor: string }, unknown>(
  (db, { quest_id, user_ids, actor }) =>
    db.raw(
      `with live as (${LIVE}), entries as (
         insert into point_ledger (${ENTRY}, award_id, actor)
         ${CORRECTIONS} union all ${AWARDS}
         returning id, ${ENTRY}
       ), ${keepTotals('entries')}
       select count(*) from entries`,
      { quest_id, user_ids, actor },
    ),
);

const INSERT_REVERSALS = statement<Args & Pick<ReversalNote, keyof ReversalNote>, unknown>(
  (db, { quest_id, user_ids, reason, actor }) =>
    db.raw(
      reversal(`${OF_BATCH('a')} and a.kind in ('task', 'completion')
        and (exists (select from quests where id = a.quest_id and points_taken_back)
          or exists (select from quest_tasks where id = a.task_id and points_taken_back))`),
      { quest_id, user_ids, reason, actor },
    ),
);

const UPDATE_FULFILLED = statement<Args & { completed_at: string }, { user_id: number }>(
  (db, { quest_id, user_ids, completed_at }) =>
    db.raw(
      `update user_quests uq
          set status = 'completed', completed_at = greatest(:completed_at::timestamptz, started_at)
        where ${OF_BATCH('uq')} and uq.status = 'in_progress'
          and exists (select from quests where id = uq.quest_id and deleted_at is null)
          and ${isFulfilled('uq')}
       returning user_id`,
      { quest_id, user_ids, completed_at },
    ),
);

/**
 * Corrects the points of many participants after an edit of their quest, with a fixed number of
 * statements. Each requires the locks of the users.
 */
export class RecalculatedPointsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Reverses the live awards of the deleted quest or tasks. */
  async insertReversals({ quest_id, user_ids }: Batch, note: ReversalNote): Promise<void> {
    await INSERT_REVERSALS.rows(this.#db, { quest_id, user_ids, ...note });
  }

  /** Completes the quest for the participants who have done its tasks, and returns them. */
  async updateFulfilled({ quest_id, user_ids }: Batch, completed_at: string): Promise<number[]> {
    const rows = await UPDATE_FULFILLED.rows(this.#db, { quest_id, user_ids, completed_at });
    return rows.map(({ user_id }) => user_id);
  }

  /**
   * Corrects the live awards whose value has changed, on their own day, and awards work that had no
   * points when it was done. Deleted tasks keep their points.
   */
  async insertCorrections({ quest_id, user_ids }: Batch, actor: string): Promise<void> {
    await INSERT_CORRECTIONS.rows(this.#db, { quest_id, user_ids, actor });
  }
}
