/** The columns of a new row of the ledger that `dayOf` and the award give. */
export const ENTRY = 'user_id, quest_id, task_id, conference_id, kind, delta, earned_at, day, week';

/** SQL of the lateral table `d` with the day and the ISO week of an instant in a time zone. */
export const dayOf = (instant: string, zone: string): string =>
  `lateral (
     select day, date_trunc('week', day::timestamp)::date as week
       from (select (${instant} at time zone ${zone})::date as day) days
   ) d`;

/**
 * SQL of the common table expressions that add the rows of the ledger in `entries` to the points of
 * their users and to the totals of their scopes and periods. Requires the locks of the users: then no
 * other transaction writes the same totals, so the order of the rows does not matter.
 */
export const keepTotals = (entries: string): string => `
  people as (
    update users u set points = u.points + sums.delta
      from (select user_id, sum(delta) as delta from ${entries} group by user_id) sums
     where u.id = sums.user_id
  ), totals as (
    insert into point_totals as kept
      (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
    select s.scope, s.scope_id, p.period, p.period_start, e.user_id, sum(e.delta),
           max(e.earned_at) filter (where e.delta > 0), bool_and(u.is_listed and u.is_ranked)
      from ${entries} e
      join users u on u.id = e.user_id
     cross join lateral (values ('all', 0), ('conference', e.conference_id), ('quest', e.quest_id))
             s (scope, scope_id)
     cross join lateral (values ('all', date '1970-01-01'), ('week', e.week), ('day', e.day))
             p (period, period_start)
     where s.scope_id is not null
     group by e.user_id, s.scope, s.scope_id, p.period, p.period_start
     -- Sorted by the primary key, so that a batch visits each page once.
     order by e.user_id, s.scope, s.scope_id, p.period, p.period_start
    on conflict (scope, scope_id, period, period_start, user_id) do update
       set points = kept.points + excluded.points,
           reached_at = greatest(kept.reached_at, excluded.reached_at)
  )`;

/** SQL that awards points for the rows of `awarded`: quests `q`, tasks and points. */
export const award = (
  kind: 'task' | 'completion',
  { task, points, from, where }: Awarded,
): string => `
  with entries as (
    insert into point_ledger (${ENTRY})
    select :user_id, q.id, ${task}, q.conference_id, '${kind}', ${points}, :earned_at, d.day, d.week
      from ${from}
      left join conferences c on c.id = q.conference_id
     cross join ${dayOf(':earned_at::timestamptz', `coalesce(c.timezone, 'UTC')`)}
     where ${where} and ${points} > 0
    on conflict do nothing
    returning id, ${ENTRY}
  ), ${keepTotals('entries')}
  select coalesce(sum(delta), 0)::integer as points from entries`;

interface Awarded {
  readonly task: string;
  readonly points: string;
  readonly from: string;
  readonly where: string;
}

/** SQL that takes back the live award that `where` selects from the ledger `a`, corrections included. */
export const reversal = (where: string): string => `
  with voided as (
    update point_ledger a set voided_at = now() where ${where} and a.voided_at is null
    returning a.id, a.user_id, a.quest_id, a.task_id, a.conference_id, a.delta, a.earned_at, a.day,
              a.week
  ), entries as (
    insert into point_ledger (${ENTRY}, award_id, reason, actor)
    select user_id, quest_id, task_id, conference_id, 'reversal', -net.points, earned_at, day, week,
           voided.id, :reason, :actor
      from voided
     cross join lateral (
             select voided.delta + coalesce(sum(fix.delta), 0) as points
               from point_ledger fix where fix.award_id = voided.id and fix.kind = 'correction') net
     where net.points <> 0
    returning id, ${ENTRY}
  ), ${keepTotals('entries')}
  select coalesce(-sum(delta), 0)::integer as points from entries`;
