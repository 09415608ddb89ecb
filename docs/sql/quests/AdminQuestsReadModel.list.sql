-- no filter, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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

-- no filter, 2 of 2
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

-- by state, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
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
    or q.starts_at <= $1
  )
  and (
    q.ends_at is null
    or q.ends_at > $2
  )
order by q.id desc
limit $3
offset $4;

-- by state, 2 of 2
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
    where
      q.deleted_at is null
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
        or q.starts_at <= $1
      )
      and (
        q.ends_at is null
        or q.ends_at > $2
      )
    limit $3
  ) as counted;

-- by is_featured, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.is_featured = $1
order by q.id desc
limit $2
offset $3;

-- by is_featured, 2 of 2
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
    where
      q.deleted_at is null
      and q.is_featured = $1
    limit $2
  ) as counted;

-- by conference_id, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.conference_id = $1
order by q.id desc
limit $2
offset $3;

-- by conference_id, 2 of 2
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
    where
      q.deleted_at is null
      and q.conference_id = $1
    limit $2
  ) as counted;

-- by event_id, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.event_id = $1
order by q.id desc
limit $2
offset $3;

-- by event_id, 2 of 2
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
    where
      q.deleted_at is null
      and q.event_id = $1
    limit $2
  ) as counted;

-- by q, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 7
with
  compared as materialized (
    (
      select
        q.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(q.search_text, $1)))
          )
          offset 0
        ) as is_match
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
      limit $2
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $3
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $4
        offset $5
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $6 then (
      select count(*)
      from compared
    ) < $7
    else false
  end as "isWhole";

-- by q, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 7
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    select q.id as key
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
      and ((contains_word(q.search_text, $1)))
    limit $2
  ) as found;

-- by q, 5 of 7
set local enable_indexscan = on;

-- by q, 6 of 7
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.id = any($1::bigint[])
order by q.id desc
limit $2
offset $3;

-- by q, 7 of 7
set local enable_indexscan = off;

-- every filter, 2 of 6
with
  compared as materialized (
    (
      select
        q.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(q.search_text, $1)))
          )
          offset 0
        ) as is_match
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
        and q.event_id = $3
        and q.is_featured = $4
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
          or q.starts_at <= $5
        )
        and (
          q.ends_at is null
          or q.ends_at > $6
        )
      order by q.id desc
      limit $7
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $8
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $9
        offset $10
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $11 then (
      select count(*)
      from compared
    ) < $12
    else false
  end as "isWhole";

-- every filter, 5 of 6
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.conference_id = $1
  and q.event_id = $2
  and q.is_featured = $3
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
    or q.starts_at <= $4
  )
  and (
    q.ends_at is null
    or q.ends_at > $5
  )
  and q.id = any($6::bigint[])
order by q.id desc
limit $7;

-- of a limited key, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.conference_id = any($1::bigint[])
order by q.id desc
limit $2
offset $3;

-- of a limited key, 2 of 2
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
    where
      q.deleted_at is null
      and q.conference_id = any($1::bigint[])
    limit $2
  ) as counted;

-- hidden, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
  and q.id = any(
    array(
      select id
      from quests
      where
        not is_active
        and deleted_at is null
      union all
      select id
      from quests
      where
        deleted_at is null
        and conference_id = any(
          array(
            select id
            from conferences
            where status = 'draft'
            union all
            select id
            from conferences
            where status = 'cancelled'
          )
        )
    )
  )
order by q.id asc
limit $1
offset $2;

-- hidden, 2 of 2
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
    where
      q.deleted_at is null
      and q.id = any(
        array(
          select id
          from quests
          where
            not is_active
            and deleted_at is null
          union all
          select id
          from quests
          where
            deleted_at is null
            and conference_id = any(
              array(
                select id
                from conferences
                where status = 'draft'
                union all
                select id
                from conferences
                where status = 'cancelled'
              )
            )
        )
      )
    limit $1
  ) as counted;

-- coming, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
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
  and q.starts_at > $1
order by q.id asc
limit $2
offset $3;

-- coming, 2 of 2
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
    where
      q.deleted_at is null
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
      and q.starts_at > $1
    limit $2
  ) as counted;

-- ended, 1 of 2
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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
where
  q.deleted_at is null
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
  and q.ends_at <= $1
order by q.id asc
limit $2
offset $3;

-- ended, 2 of 2
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
    where
      q.deleted_at is null
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
      and q.ends_at <= $1
    limit $2
  ) as counted;

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
  q.version,
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
  (
    select count(*)
    from
      user_quest_tasks s
      join quest_tasks st on st.id = s.task_id
      and st.deleted_at is null
    where
      s.quest_id between q.id and q.id
      and s.status = 'pending'
  ) as pending_count,
  (
    select count(*)
    from user_quests uq
    where
      uq.quest_id between q.id and q.id
      and uq.status = 'completed'
  ) as completed_count,
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
