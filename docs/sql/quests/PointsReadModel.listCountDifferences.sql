select
  'participant_count' as kind,
  null::bigint as user_id,
  id as quest_id,
  null::bigint as task_id,
  null::json as total,
  'participant_count' as field,
  to_jsonb(counted) as expected,
  to_jsonb(participant_count) as found
from
  (
    select
      q.id,
      q.participant_count,
      coalesce(uq.counted, 0) as counted
    from
      quests q
      left join (
        select
          quest_id,
          count(*) as counted
        from user_quests
        group by quest_id
      ) uq on uq.quest_id = q.id
  ) d
where participant_count <> counted
limit $1;
