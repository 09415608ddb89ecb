-- no filter, 1 of 2
select
  id,
  type,
  quest_id,
  title,
  body,
  translations,
  action_url,
  start,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author
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
  translations,
  action_url,
  start,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author
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
  translations,
  action_url,
  start,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author
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

-- words, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- words, 2 of 7
with
  compared as materialized (
    (
      select
        notification_jobs.id as key,
        exists (
          (
            select 1
            where
              (
                (
                  row_contains_word(notification_jobs.search_text, $1)
                  and row_contains_word(notification_jobs.search_text, $2)
                )
              )
          )
          offset 0
        ) as is_match
      from notification_jobs
      order by id desc
      limit $3
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $4
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
        limit $5
        offset $6
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $7 then (
      select count(*)
      from compared
    ) < $8
    else false
  end as "isWhole";

-- words, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- words, 4 of 7
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
      select notification_jobs.id as key
      from notification_jobs
      where
        (
          (
            contains_misspelled(notification_jobs.search_text, $1)
            and contains_word(notification_jobs.search_text, $2)
          )
        )
        and notification_jobs.id = any(
          array(
            (
              (
                select notification_jobs.id as key
                from notification_jobs
                where
                  (
                    (
                      contains_swapped(notification_jobs.search_text, $3)
                      and contains_word(notification_jobs.search_text, $4)
                    )
                  )
                limit $5
              )
              union all
              (
                select notification_jobs.id as key
                from notification_jobs
                where
                  (
                    (
                      contains_piece(notification_jobs.search_text, $6)
                      and contains_word(notification_jobs.search_text, $7)
                    )
                  )
                limit $8
              )
            )
          )
        )
      limit $9
    )
  ) as found;

-- words, 5 of 7
set local enable_indexscan = on;

-- words, 6 of 7
select
  id,
  type,
  quest_id,
  title,
  body,
  translations,
  action_url,
  start,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author
from notification_jobs
where notification_jobs.id = any($1::bigint[])
order by id desc
limit $2
offset $3;

-- words, 7 of 7
set local enable_indexscan = off;

-- of a limited key, 1 of 2
select
  id,
  type,
  quest_id,
  title,
  body,
  translations,
  action_url,
  start,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author
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
