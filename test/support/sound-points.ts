import type { Knex } from 'knex';

/**
 * Lists that must be empty at every moment between transactions, by the error that they would show.
 */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'points of users': `
    select u.id, u.points, coalesce(sum(l.delta), 0) as ledger
      from users u left join point_ledger l on l.user_id = u.id
     group by u.id having u.points <> coalesce(sum(l.delta), 0)`,
  totals: `
    with sums as (
      select s.scope, s.scope_id, p.period, p.period_start, l.user_id, sum(l.delta) as points,
             max(l.earned_at) filter (where l.delta > 0) as reached_at
        from point_ledger l,
             lateral (values ('all', 0), ('conference', l.conference_id), ('quest', l.quest_id))
               s (scope, scope_id),
             lateral (values ('all', date '1970-01-01'), ('week', l.week), ('day', l.day))
               p (period, period_start)
       where s.scope_id is not null group by 1, 2, 3, 4, 5
    )
    select * from sums
      full join point_totals t using (scope, scope_id, period, period_start, user_id)
     where sums.points is distinct from t.points or sums.reached_at is distinct from t.reached_at`,
  'people on boards': `
    select t.user_id from point_totals t join users u on u.id = t.user_id
     where t.is_ranked <> (u.is_listed and u.is_ranked)`,
  'live awards of tasks': `
    with live as (
      select a.user_id, a.task_id, a.delta + coalesce(sum(fix.delta), 0) as points
        from point_ledger a
        left join point_ledger fix on fix.award_id = a.id and fix.kind = 'correction'
       where a.kind = 'task' and a.voided_at is null group by a.id
    )
    select * from live
      full join (
        select s.user_id, s.task_id, t.points
          from user_quest_tasks s join quest_tasks t on t.id = s.task_id
         where s.status = 'approved' and t.deleted_at is null
      ) approved using (user_id, task_id)
      join quest_tasks t on t.id = task_id and t.deleted_at is null
      join quests q on q.id = t.quest_id and q.deleted_at is null
     where coalesce(live.points, 0) is distinct from coalesce(approved.points, -1)`,
  'live awards of completions': `
    with live as (
      select a.user_id, a.quest_id, a.delta + coalesce(sum(fix.delta), 0) as points
        from point_ledger a
        left join point_ledger fix on fix.award_id = a.id and fix.kind = 'correction'
       where a.kind = 'completion' and a.voided_at is null group by a.id
    )
    select * from live
      full join (
        select uq.user_id, uq.quest_id, q.completion_points as points
          from user_quests uq join quests q on q.id = uq.quest_id
         where uq.status = 'completed' and q.deleted_at is null
      ) completed using (user_id, quest_id)
      left join quests q on q.id = quest_id
     where q.deleted_at is null
       and coalesce(live.points, 0) is distinct from coalesce(completed.points, -1)`,
  reversals: `
    select a.id from point_ledger a
     where a.kind in ('task', 'completion') and a.voided_at is not null
       and 0 <> (select a.delta + coalesce(sum(delta), 0) from point_ledger where award_id = a.id)`,
  // The tests correct points by edits of administrators alone.
  'administrators of corrections and awards': `
    select id, kind, actor from point_ledger
     where (kind = 'correction' and actor is null)
        or (kind in ('task', 'completion') and actor is not null)`,
  'places taken': `
    select q.id from quests q
     where q.participant_count <> (select count(*) from user_quests where quest_id = q.id)
        or q.participant_count > q.max_participants`,
};

/** Expects, by plain SQL, that ledger, totals, points, awards and places agree. */
export async function expectSoundPoints(db: Knex): Promise<void> {
  for (const [what, sql] of Object.entries(DIFFERENCES)) {
    const { rows } = await db.raw(sql);
    expect({ what, rows }).toEqual({ what, rows: [] });
  }
}
