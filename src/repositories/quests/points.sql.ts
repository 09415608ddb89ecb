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

/**
 * SQL of what users have earned in quests beside what they were awarded for it, where the two differ.
 * `where` selects from both views.
 */
const owed = (where: string): string => `
  select coalesce(e.user_id, a.user_id) as user_id, coalesce(e.quest_id, a.quest_id) as quest_id,
         coalesce(e.task_id, a.task_id) as task_id,
         coalesce(e.points, 0) as earned, coalesce(a.points, 0) as awarded,
         case when e.user_id is null then 'reversal'
              when a.id is not null then 'correction'
              when e.task_id is not null then 'task'
              else 'completion' end as kind,
         coalesce(a.earned_at, e.earned_at) as earned_at,
         a.id as award_id, a.conference_id, a.day, a.week, a.taken_back_with
    from (select user_id, quest_id, task_id, points, earned_at from earned where ${where}) e
    full join (
      select id, user_id, quest_id, task_id, conference_id, points, earned_at, day, week,
             taken_back_with
        from live_awards where ${where}
    ) a on a.user_id = e.user_id and a.quest_id = e.quest_id
           and coalesce(a.task_id, 0) = coalesce(e.task_id, 0)
   where e.points is distinct from a.points`;

/**
 * SQL that brings the ledger and its totals in step with what users have earned, where `where` selects
 * from both views. An award counts for the day on which it was earned, a correction or reversal for the day of its award. What an
 * edit of the quest owes names the administrator of the edit.
 */
export const reconcile = (where: string): string => `
  with owed as (
    ${owed(where)}
  ), voided as (
    update point_ledger a set voided_at = now() from owed
     where a.id = owed.award_id and owed.kind = 'reversal'
  ), entries as (
    insert into point_ledger (${ENTRY}, award_id, reason, actor)
    select o.user_id, o.quest_id, o.task_id,
           case when o.award_id is null then q.conference_id else o.conference_id end,
           o.kind, o.earned - o.awarded, o.earned_at, coalesce(o.day, d.day),
           coalesce(o.week, d.week), o.award_id,
           case when o.kind = 'reversal'
                then coalesce('The ' || o.taken_back_with || ' was deleted', :reason) end,
           case when o.kind = 'correction' or o.taken_back_with is not null then edit.actor
                when o.kind = 'reversal' then :actor end
      from owed o
      join quests q on q.id = o.quest_id
      left join conferences c on c.id = q.conference_id
      left join quest_recalculations edit on edit.quest_id = o.quest_id and edit.status = 'running'
     cross join ${dayOf('o.earned_at', `coalesce(c.timezone, 'UTC')`)}
     where o.earned <> o.awarded
     order by o.user_id, o.task_id
    returning id, ${ENTRY}
  ), ${keepTotals('entries')}
  select user_id, task_id, kind, delta from entries order by id`;

/** SQL for the users of a batch. */
const batch = (column: string) => `${column} > :after and ${column} <= :upto`;

const SETS = ['', 'conference_id', 'quest_id'].flatMap((scope) =>
  ['', 'week', 'day'].map((start) => ['user_id', scope, start].filter(Boolean).join(', ')),
);

/**
 * SQL that sums the ledger by grouping sets: not the statement that keeps the totals, so that a
 * mistake in that one is found.
 */
export const sumsOfLedger = (where: string): string => `
  select user_id,
         case when grouping(quest_id) = 0 then 'quest'
              when grouping(conference_id) = 0 then 'conference' else 'all' end as scope,
         coalesce(quest_id, conference_id, 0) as scope_id,
         case when grouping(day) = 0 then 'day'
              when grouping(week) = 0 then 'week' else 'all' end as period,
         coalesce(day, week, '1970-01-01') as period_start,
         sum(delta) as points, max(earned_at) filter (where delta > 0) as reached_at
    from point_ledger
   where ${where}
   group by grouping sets (${SETS.map((set) => `(${set})`).join(', ')})
  having (grouping(quest_id) = 1 or quest_id is not null)
     and (grouping(conference_id) = 1 or conference_id is not null)`;

/** SQL for the totals of a batch that differ from the ledger, field by field. */
const TOTALS = `
  select user_id, scope, scope_id, period, period_start, f.field, f.expected, f.found
    from (${sumsOfLedger(batch('user_id'))}) summed
    full join (select * from point_totals where ${batch('user_id')}) kept
         using (user_id, scope, scope_id, period, period_start)
    join users u on u.id = user_id
   cross join lateral (values
           ('points', to_jsonb(summed.points), to_jsonb(kept.points)),
           ('reached_at', to_jsonb(summed.reached_at), to_jsonb(kept.reached_at)),
           ('is_ranked', to_jsonb(u.is_listed and u.is_ranked), to_jsonb(kept.is_ranked))
         ) f (field, expected, found)
   where f.expected is distinct from f.found`;

const POINTS = `
  select u.id as user_id, to_jsonb(coalesce(summed.points, 0)) as expected,
         to_jsonb(u.points) as found
    from users u
    left join (select user_id, sum(delta) as points from point_ledger
                where ${batch('user_id')} group by user_id) summed on summed.user_id = u.id
   where ${batch('u.id')} and u.points <> coalesce(summed.points, 0)`;

/** The columns of a difference, in the order of the domain type. */
const difference = (columns: Readonly<Record<string, string>>): string => {
  const all = {
    kind: 'null',
    user_id: 'null::bigint',
    quest_id: 'null::bigint',
    task_id: 'null::bigint',
    total: 'null::json',
    field: `'points'`,
    expected: 'expected',
    found: 'found',
    ...columns,
  };
  return Object.entries(all)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ');
};

export const TOTAL_DIFFERENCES = `
  select ${difference({
    kind: `'total'`,
    user_id: 'user_id',
    total: `json_build_object('scope', scope, 'scope_id', scope_id, 'period', period,
                              'period_start', period_start)`,
    field: 'field',
  })} from (${TOTALS}) d limit :most`;

export const USER_DIFFERENCES = `
  select ${difference({ kind: `'user'`, user_id: 'user_id' })} from (${POINTS}) d limit :most`;

/** The users of a batch whose totals or points differ from the ledger. */
export const WRONG_USERS = `
  select user_id from (${TOTALS}) d union select user_id from (${POINTS}) e order by user_id`;

/** Without those of a quest that is recalculated now. */
export const AWARD_DIFFERENCES = `
  select ${difference({
    kind: `case when task_id is null then 'completion_award' else 'task_award' end`,
    user_id: 'user_id',
    quest_id: 'quest_id',
    task_id: 'task_id',
    expected: 'to_jsonb(earned)',
    found: 'to_jsonb(awarded)',
  })}
    from (${owed(batch('user_id'))}) d
   where earned <> awarded
     and not exists (select from quest_recalculations r
                      where r.quest_id = d.quest_id and r.status = 'running')
   order by task_id is null, user_id, task_id, quest_id
   limit :most`;

export const COUNT_DIFFERENCES = `
  select ${difference({
    kind: `'participant_count'`,
    quest_id: 'id',
    field: `'participant_count'`,
    expected: 'to_jsonb(counted)',
    found: 'to_jsonb(participant_count)',
  })}
    from (select q.id, q.participant_count, coalesce(uq.counted, 0) as counted
            from quests q
            left join (select quest_id, count(*) as counted from user_quests group by quest_id) uq
                   on uq.quest_id = q.id) d
   where participant_count <> counted
   limit :most`;
