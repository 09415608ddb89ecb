-- running, 1 of 3
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- running, 2 of 3
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and (
    q.starts_at is null
    or q.starts_at <= $1
  )
  and (
    q.ends_at is null
    or q.ends_at > $2
  )
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $3
offset $4;

-- running, 3 of 3
select count(*) as total
from
  (
    select 1
    from
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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

-- featured, 2 of 3
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and (
    q.starts_at is null
    or q.starts_at <= $1
  )
  and (
    q.ends_at is null
    or q.ends_at > $2
  )
  and q.is_featured = $3
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $4
offset $5;

-- featured, 3 of 3
select count(*) as total
from
  (
    select 1
    from
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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
      and (
        q.starts_at is null
        or q.starts_at <= $1
      )
      and (
        q.ends_at is null
        or q.ends_at > $2
      )
      and q.is_featured = $3
    limit $4
  ) as counted;

-- coming, 2 of 3
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and q.starts_at > $1
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $2
offset $3;

-- coming, 3 of 3
select count(*) as total
from
  (
    select 1
    from
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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
      and q.starts_at > $1
    limit $2
  ) as counted;

-- ended, 2 of 3
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and q.ends_at <= $1
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $2
offset $3;

-- ended, 3 of 3
select count(*) as total
from
  (
    select 1
    from
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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
      and q.ends_at <= $1
    limit $2
  ) as counted;

-- by a word, 2 of 9
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by a word, 3 of 9
with
  compared as materialized (
    (
      select
        q.id as key,
        exists (
          (
            select 1
            where row_contains_word(q.search_text, $1)
          )
          offset 0
        ) as is_match
      from
        quests as q
        left join conferences as c on c.id = q.conference_id
      where
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
      order by
        q.is_featured desc,
        coalesce(q.starts_at, q.created_at) desc,
        q.id desc
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

-- by a word, 4 of 9
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by a word, 5 of 9
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
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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
      and contains_word(q.search_text, $1)
    limit $2
  ) as found;

-- by a word, 6 of 9
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
    (
      select q.id as key
      from
        quests as q
        left join conferences as c on c.id = q.conference_id
      where
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
        and contains_misspelled(q.search_text, $1)
        and q.id = any(
          array(
            (
              (
                select q.id as key
                from
                  quests as q
                  left join conferences as c on c.id = q.conference_id
                where
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
                  and contains_swapped(q.search_text, $2)
                limit $3
              )
              union all
              (
                select q.id as key
                from
                  quests as q
                  left join conferences as c on c.id = q.conference_id
                where
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
                  and contains_piece(q.search_text, $4)
                limit $5
              )
            )
          )
        )
      limit $6
    )
  ) as found;

-- by a word, 7 of 9
set local enable_indexscan = on;

-- by a word, 8 of 9
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and q.id = any($1::bigint[])
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $2
offset $3;

-- by a word, 9 of 9
set local enable_indexscan = off;

-- changes, 2 of 4
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and (
    q.updated_at > $1
    or (
      q.starts_at > $2
      and q.starts_at <= $3
    )
    or (
      q.ends_at > $4
      and q.ends_at <= $5
    )
  )
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $6
offset $7;

-- changes, 3 of 4
select q.id
from quests as q
where
  (
    q.updated_at > $1
    or (
      q.starts_at > $2
      and q.starts_at <= $3
    )
    or (
      q.ends_at > $4
      and q.ends_at <= $5
    )
  )
  and q.id not in (
    select q.id
    from
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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
      and (
        q.updated_at > $6
        or (
          q.starts_at > $7
          and q.starts_at <= $8
        )
        or (
          q.ends_at > $9
          and q.ends_at <= $10
        )
      )
  );

-- changes, 4 of 4
select count(*) as total
from
  (
    select 1
    from
      quests as q
      left join conferences as c on c.id = q.conference_id
    where
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
      and (
        q.updated_at > $1
        or (
          q.starts_at > $2
          and q.starts_at <= $3
        )
        or (
          q.ends_at > $4
          and q.ends_at <= $5
        )
      )
    limit $6
  ) as counted;

-- every filter, 3 of 8
with
  compared as materialized (
    (
      select
        q.id as key,
        exists (
          (
            select 1
            where row_contains_word(q.search_text, $1)
          )
          offset 0
        ) as is_match
      from
        quests as q
        left join conferences as c on c.id = q.conference_id
      where
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
        and q.conference_id = $2
        and q.event_id = $3
      order by
        q.is_featured desc,
        coalesce(q.starts_at, q.created_at) desc,
        q.id desc
      limit $4
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $5
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
        limit $6
        offset $7
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $8 then (
      select count(*)
      from compared
    ) < $9
    else false
  end as "isWhole";

-- every filter, 5 of 8
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
    (
      select q.id as key
      from
        quests as q
        left join conferences as c on c.id = q.conference_id
      where
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
        and q.conference_id = $1
        and q.event_id = $2
        and contains_misspelled(q.search_text, $3)
        and q.id = any(
          array(
            (
              (
                select q.id as key
                from
                  quests as q
                  left join conferences as c on c.id = q.conference_id
                where
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
                  and q.conference_id = $4
                  and q.event_id = $5
                  and contains_swapped(q.search_text, $6)
                limit $7
              )
              union all
              (
                select q.id as key
                from
                  quests as q
                  left join conferences as c on c.id = q.conference_id
                where
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
                  and q.conference_id = $8
                  and q.event_id = $9
                  and contains_piece(q.search_text, $10)
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- every filter, 7 of 8
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
  (
    select count(*)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) as task_count,
  (
    select coalesce(sum(points), 0)::integer
    from quest_tasks
    where
      quest_id = q.id
      and deleted_at is null
  ) + q.completion_points as total_points,
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
  q.updated_at
from
  quests as q
  left join conferences as c on c.id = q.conference_id
where
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
  and q.conference_id = $1
  and q.event_id = $2
  and q.id = any($3::bigint[])
order by
  q.is_featured desc,
  coalesce(q.starts_at, q.created_at) desc,
  q.id desc
limit $4
offset $5;
