import type { Knex } from 'knex';

/** Users whose points are not the sum of their ledger. */
const USERS = `
  select 'user ' || u.id as what, u.points, coalesce(sum(l.delta), 0) as ledger
    from users u left join point_ledger l on l.user_id = u.id
   group by u.id having u.points <> coalesce(sum(l.delta), 0)`;

/** Kept totals that are not those of the ledger. Totals of 0 may be absent. */
const TOTALS = `
  with summed as (
    select s.scope, s.scope_id, p.period, p.period_start, l.user_id, sum(l.delta) as points,
           max(l.earned_at) filter (where l.delta > 0) as reached_at
      from point_ledger l
     cross join lateral (values ('all', 0), ('conference', l.conference_id), ('quest', l.quest_id))
             s (scope, scope_id)
     cross join lateral (values ('all', date '1970-01-01'), ('week', l.week), ('day', l.day))
             p (period, period_start)
     where s.scope_id is not null
     group by 1, 2, 3, 4, 5
  )
  select scope || ' ' || scope_id || ' ' || period || ' ' || user_id as what, kept.points,
         summed.points as ledger
    from point_totals kept
    full join summed using (scope, scope_id, period, period_start, user_id)
   where (coalesce(kept.points, 0), kept.reached_at)
         is distinct from (coalesce(summed.points, 0), summed.reached_at)`;

/** What approved tasks and completions of quests that exist are worth, and what was given for them. */
const AWARDS = `
  with worth as (
    select s.user_id, s.quest_id, s.task_id, t.points
      from user_quest_tasks s join quest_tasks t on t.id = s.task_id and t.deleted_at is null
     where s.status = 'approved'
    union all
    select uq.user_id, uq.quest_id, null, q.completion_points
      from user_quests uq join quests q on q.id = uq.quest_id
     where uq.status = 'completed'
  ), given as (
    select a.user_id, a.quest_id, a.task_id, a.delta + coalesce((
             select sum(delta) from point_ledger fix
              where fix.award_id = a.id and fix.kind = 'correction'), 0) as points
      from point_ledger a left join quest_tasks t on t.id = a.task_id
     where a.kind in ('task', 'completion') and a.voided_at is null and t.deleted_at is null
  )
  select 'user ' || coalesce(w.user_id, g.user_id) || ' task ' || coalesce(w.task_id, g.task_id, 0)
         as what, g.points, w.points as ledger
    from worth w
    full join given g on g.user_id = w.user_id and g.quest_id = w.quest_id
                     and coalesce(g.task_id, 0) = coalesce(w.task_id, 0)
    join quests q on q.id = coalesce(w.quest_id, g.quest_id) and q.deleted_at is null
   where coalesce(w.points, 0) <> coalesce(g.points, 0)`;

/** Where the ledger, the kept totals, the points of users and the approved tasks disagree. */
export async function pointDifferences(db: Knex): Promise<object[]> {
  const { rows } = await db.raw(`
    select * from (${USERS}) users union all select * from (${TOTALS}) totals
    union all select * from (${AWARDS}) awards`);
  return rows;
}
