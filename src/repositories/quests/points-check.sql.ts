/** SQL for the users of a batch. */
const batch = (column: string) => `${column} > :after and ${column} <= :upto`;

const SETS = ['', 'conference_id', 'quest_id'].flatMap((scope) =>
  ['', 'week', 'day'].map((start) => ['user_id', scope, start].filter(Boolean).join(', ')),
);

/**
 * SQL that sums the ledger by grouping sets. It differs from the statement that keeps the totals,
 * so that a mistake in that one is found.
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

/** SQL for a quest whose awards must be equal to its tasks: neither deleted nor recalculated now. */
const isSettled = (q: string) => `
  ${q}.deleted_at is null
  and not exists (select from quest_recalculations r
                   where r.quest_id = ${q}.id and r.status = 'running')`;

/** SQL for the live awards of a batch, with their corrections. */
const liveAwards = (kind: 'task' | 'completion', key: string): string => `
  select a.user_id, a.${key}, a.delta + coalesce(fix.points, 0) as points
    from point_ledger a
    left join (select award_id, sum(delta) as points from point_ledger
                where kind = 'correction' and ${batch('user_id')} group by award_id) fix
           on fix.award_id = a.id
   where a.kind = '${kind}' and a.voided_at is null and ${batch('a.user_id')}`;

/** SQL that compares the earned points with the live awards. */
const awardDifferences = (found: string): string => `
  select * from (${found}) d where expected <> found limit :most`;

export const TASK_AWARD_DIFFERENCES = awardDifferences(`
  select ${difference({
    kind: `'task_award'`,
    user_id: 'user_id',
    quest_id: 't.quest_id',
    task_id: 'task_id',
    expected: 'to_jsonb(case when approved.is_approved then t.points else 0 end)',
    found: 'to_jsonb(coalesce(awarded.points, 0))',
  })}
    from (select user_id, task_id, true as is_approved from user_quest_tasks
           where status = 'approved' and ${batch('user_id')}) approved
    full join (${liveAwards('task', 'task_id')}) awarded using (user_id, task_id)
    join quest_tasks t on t.id = task_id
    join quests q on q.id = t.quest_id
   where t.deleted_at is null and ${isSettled('q')}`);

export const COMPLETION_AWARD_DIFFERENCES = awardDifferences(`
  select ${difference({
    kind: `'completion_award'`,
    user_id: 'user_id',
    quest_id: 'quest_id',
    expected: 'to_jsonb(case when done.is_completed then q.completion_points else 0 end)',
    found: 'to_jsonb(coalesce(awarded.points, 0))',
  })}
    from (select user_id, quest_id, true as is_completed from user_quests
           where status = 'completed' and ${batch('user_id')}) done
    full join (${liveAwards('completion', 'quest_id')}) awarded using (user_id, quest_id)
    join quests q on q.id = quest_id
   where ${isSettled('q')}`);

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
