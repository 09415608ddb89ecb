-- no filter, 1 of 2
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

-- no filter, 2 of 2
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

-- by state, 1 of 2
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

-- by state, 2 of 2
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

-- by is_featured, 1 of 2
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

-- by is_featured, 2 of 2
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
where
  q.deleted_at is null
  and q.is_featured = $1
order by q.id desc
limit $2
offset $3;

-- by conference_id, 1 of 2
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

-- by conference_id, 2 of 2
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
where
  q.deleted_at is null
  and q.conference_id = $1
order by q.id desc
limit $2
offset $3;

-- by event_id, 1 of 2
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

-- by event_id, 2 of 2
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
where
  q.deleted_at is null
  and q.event_id = $1
order by q.id desc
limit $2
offset $3;

-- by q, 1 of 4
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

-- by q, 2 of 4
set local enable_indexscan = on;

-- by q, 3 of 4
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
where
  q.deleted_at is null
  and q.id = any($1::bigint[])
order by q.id desc
limit $2
offset $3;

-- by q, 4 of 4
set local enable_indexscan = off;

-- every filter, 1 of 4
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
      and ((contains_word(q.search_text, $6)))
    limit $7
  ) as found;

-- every filter, 3 of 4
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
limit $7
offset $8;

-- hidden, 1 of 2
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

-- hidden, 2 of 2
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

-- coming, 1 of 2
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

-- coming, 2 of 2
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

-- ended, 1 of 2
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

-- ended, 2 of 2
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

-- by cursor, filtered, 1 of 4
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
      and ((contains_word(q.search_text, $4)))
    limit $5
  ) as found;

-- by cursor, filtered, 3 of 4
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
