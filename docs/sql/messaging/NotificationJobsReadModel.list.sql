-- no filter, 1 of 2
select
  id,
  type,
  quest_id,
  title,
  body,
  action_url,
  audience,
  channels,
  status,
  failure_reason,
  scheduled_at,
  started_at,
  finished_at,
  total,
  fixed_up_to,
  fixed_at,
  version,
  created_at
from notification_jobs
order by id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from notification_jobs
    limit $1
  ) as counted;

-- by time, 1 of 2
select
  id,
  type,
  quest_id,
  title,
  body,
  action_url,
  audience,
  channels,
  status,
  failure_reason,
  scheduled_at,
  started_at,
  finished_at,
  total,
  fixed_up_to,
  fixed_at,
  version,
  created_at
from notification_jobs
order by
  scheduled_at asc,
  id asc
limit $1
offset $2;

-- every filter, 1 of 2
select
  id,
  type,
  quest_id,
  title,
  body,
  action_url,
  audience,
  channels,
  status,
  failure_reason,
  scheduled_at,
  started_at,
  finished_at,
  total,
  fixed_up_to,
  fixed_at,
  version,
  created_at
from notification_jobs
where status = $1
order by
  scheduled_at asc,
  id asc
limit $2
offset $3;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from notification_jobs
    where status = $1
    limit $2
  ) as counted;

-- of a limited key, 1 of 2
select
  id,
  type,
  quest_id,
  title,
  body,
  action_url,
  audience,
  channels,
  status,
  failure_reason,
  scheduled_at,
  started_at,
  finished_at,
  total,
  fixed_up_to,
  fixed_at,
  version,
  created_at
from notification_jobs
where
  (
    select bool_and(coalesce(named.conference_id = any($1::bigint[]), false))
    from
      (
        select value::bigint as conference_id
        from jsonb_array_elements_text(notification_jobs.audience -> 'conference_ids')
        union all
        select e.conference_id
        from
          jsonb_array_elements_text(notification_jobs.audience -> 'event_ids')
          left join events e on e.id = value::bigint
        union all
        select q.conference_id
        from quests q
        where q.id = (notification_jobs.audience ->> 'quest_id')::bigint
      ) as named
  )
order by id desc
limit $2
offset $3;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from notification_jobs
    where
      (
        select bool_and(coalesce(named.conference_id = any($1::bigint[]), false))
        from
          (
            select value::bigint as conference_id
            from jsonb_array_elements_text(notification_jobs.audience -> 'conference_ids')
            union all
            select e.conference_id
            from
              jsonb_array_elements_text(notification_jobs.audience -> 'event_ids')
              left join events e on e.id = value::bigint
            union all
            select q.conference_id
            from quests q
            where q.id = (notification_jobs.audience ->> 'quest_id')::bigint
          ) as named
      )
    limit $2
  ) as counted;
