-- 1 of 2
select count(*) as total
from
  (
    select 1
    from
      quests q
      left join conferences c on c.id = q.conference_id
      cross join lateral (
        select
          count(*)::integer as task_count,
          coalesce(sum(points), 0)::integer as task_points
        from quest_tasks
        where
          quest_id = q.id
          and deleted_at is null
      ) t
    where q.deleted_at is null
    limit $1
  ) as counted;

-- 2 of 2
select
  q.id,
  q.slug,
  q.title,
  q.description,
  q.image_url,
  q.conference_id,
  q.event_id,
  q.is_active,
  q.is_featured,
  q.starts_at,
  q.ends_at,
  coalesce(c.timezone, 'UTC') as timezone,
  q.registration_mode,
  q.access,
  q.max_participants,
  q.public_api_enabled,
  q.completion_points,
  t.task_count as task_count,
  t.task_points + q.completion_points as total_points,
  q.participant_count,
  not (
    q.is_active
    and q.deleted_at is null
    and exists (
      select
      from conferences d
      where
        d.id = q.conference_id
        and d.status = 'draft'
    ) is not true
    and exists (
      select
      from conferences d
      where
        d.id = q.conference_id
        and d.status = 'cancelled'
    ) is not true
  ) as is_hidden,
  q.created_at,
  q.updated_at,
  (
    select
      json_build_object(
        'status',
        r.status,
        'people',
        r.people,
        'requested_at',
        instant_in_json(r.requested_at),
        'finished_at',
        instant_in_json(r.finished_at)
      )
    from quest_recalculations r
    where r.quest_id = q.id
  ) as recalculation,
  json_build_array(q.id, q.id) as sort_place
from
  quests q
  left join conferences c on c.id = q.conference_id
  cross join lateral (
    select
      count(*)::integer as task_count,
      coalesce(sum(points), 0)::integer as task_points
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) t
where q.deleted_at is null
order by q.id desc
limit $1
offset $2;

-- by cursor, filtered, 1 of 6
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

-- by cursor, filtered, 2 of 6
select
  q.id as key,
  exists (
    (
      select 1
      where ((row_contains_word(q.search_text, $1)))
    )
    offset 0
  ) as is_match,
  json_build_array(lower(q.title), q.id) as sort_place
from
  quests q
  left join conferences c on c.id = q.conference_id
  cross join lateral (
    select
      count(*)::integer as task_count,
      coalesce(sum(points), 0)::integer as task_points
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) t
where
  q.deleted_at is null
  and q.conference_id = $2
  and q.is_active
  and q.deleted_at is null
  and exists (
    select
    from conferences d
    where
      d.id = q.conference_id
      and d.status = 'draft'
  ) is not true
  and exists (
    select
    from conferences d
    where
      d.id = q.conference_id
      and d.status = 'cancelled'
  ) is not true
  and (
    q.starts_at is null
    or q.starts_at <= $3
  )
  and (
    q.ends_at is null
    or q.ends_at > $4
  )
  and (lower(q.title), q.id) > ($5, $6)
order by
  lower(q.title) asc,
  q.id asc
limit $7;

-- by cursor, filtered, 3 of 6
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

-- by cursor, filtered, 4 of 6
set local enable_indexscan = on;

-- by cursor, filtered, 5 of 6
select
  q.id,
  q.slug,
  q.title,
  q.description,
  q.image_url,
  q.conference_id,
  q.event_id,
  q.is_active,
  q.is_featured,
  q.starts_at,
  q.ends_at,
  coalesce(c.timezone, 'UTC') as timezone,
  q.registration_mode,
  q.access,
  q.max_participants,
  q.public_api_enabled,
  q.completion_points,
  t.task_count as task_count,
  t.task_points + q.completion_points as total_points,
  q.participant_count,
  not (
    q.is_active
    and q.deleted_at is null
    and exists (
      select
      from conferences d
      where
        d.id = q.conference_id
        and d.status = 'draft'
    ) is not true
    and exists (
      select
      from conferences d
      where
        d.id = q.conference_id
        and d.status = 'cancelled'
    ) is not true
  ) as is_hidden,
  q.created_at,
  q.updated_at,
  (
    select
      json_build_object(
        'status',
        r.status,
        'people',
        r.people,
        'requested_at',
        instant_in_json(r.requested_at),
        'finished_at',
        instant_in_json(r.finished_at)
      )
    from quest_recalculations r
    where r.quest_id = q.id
  ) as recalculation,
  json_build_array(lower(q.title), q.id) as sort_place
from
  quests q
  left join conferences c on c.id = q.conference_id
  cross join lateral (
    select
      count(*)::integer as task_count,
      coalesce(sum(points), 0)::integer as task_points
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) t
where
  q.deleted_at is null
  and q.conference_id = $1
  and q.is_active
  and q.deleted_at is null
  and exists (
    select
    from conferences d
    where
      d.id = q.conference_id
      and d.status = 'draft'
  ) is not true
  and exists (
    select
    from conferences d
    where
      d.id = q.conference_id
      and d.status = 'cancelled'
  ) is not true
  and (
    q.starts_at is null
    or q.starts_at <= $2
  )
  and (
    q.ends_at is null
    or q.ends_at > $3
  )
  and q.id = any($4::bigint[])
  and (lower(q.title), q.id) > ($5, $6)
order by
  lower(q.title) asc,
  q.id asc
limit $7;

-- by cursor, filtered, 6 of 6
set local enable_indexscan = off;
