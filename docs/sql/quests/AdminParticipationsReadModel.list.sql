-- no filter, 1 of 2
select
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = uq.user_id
  ) as "user",
  json_build_array(coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) as sort_place
from user_quests as uq
where uq.quest_id = $1
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $2
offset $3;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from user_quests as uq
    where uq.quest_id = $1
    limit $2
  ) as counted;

-- by status, 1 of 2
select
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = uq.user_id
  ) as "user",
  json_build_array(coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) as sort_place
from user_quests as uq
where
  uq.quest_id = $1
  and uq.status = $2
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $3
offset $4;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from user_quests as uq
    where
      uq.quest_id = $1
      and uq.status = $2
    limit $3
  ) as counted;

-- by q, 1 of 10
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 10
with
  compared as materialized (
    (
      select
        uq.user_id as key,
        exists (
          (
            select 1
            from users as u
            where
              u.id = uq.user_id
              and ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from user_quests as uq
      where uq.quest_id = $2
      order by
        coalesce(uq.started_at, 'infinity'::timestamptz) asc,
        uq.user_id asc
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

-- by q, 3 of 10
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 5 of 10
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
    select uq.user_id as key
    from
      user_quests as uq
      inner join users as u on u.id = uq.user_id
    where
      uq.quest_id = $1
      and ((contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)))
    limit $3
  ) as found;

-- by q, 7 of 10
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
      select uq.user_id as key
      from
        user_quests as uq
        inner join users as u on u.id = uq.user_id
      where
        uq.quest_id = $1
        and ((contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)))
        and uq.user_id = any(
          array(
            (
              (
                select uq.user_id as key
                from
                  user_quests as uq
                  inner join users as u on u.id = uq.user_id
                where
                  uq.quest_id = $3
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $4)))
                limit $5
              )
              union all
              (
                select uq.user_id as key
                from
                  user_quests as uq
                  inner join users as u on u.id = uq.user_id
                where
                  uq.quest_id = $6
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $7)))
                limit $8
              )
            )
          )
        )
      limit $9
    )
  ) as found;

-- by q, 9 of 10
select
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = uq.user_id
  ) as "user",
  json_build_array(coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) as sort_place
from user_quests as uq
where
  uq.quest_id = $1
  and uq.user_id = any($2::bigint[])
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $3
offset $4;

-- every filter, 2 of 7
with
  compared as materialized (
    (
      select
        uq.user_id as key,
        exists (
          (
            select 1
            from users as u
            where
              u.id = uq.user_id
              and ((row_contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $1)))
          )
          offset 0
        ) as is_match
      from user_quests as uq
      where
        uq.quest_id = $2
        and uq.status = $3
      order by
        coalesce(uq.started_at, 'infinity'::timestamptz) asc,
        uq.user_id asc
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

-- every filter, 4 of 7
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
      select uq.user_id as key
      from
        user_quests as uq
        inner join users as u on u.id = uq.user_id
      where
        uq.quest_id = $1
        and uq.status = $2
        and ((contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $3)))
        and uq.user_id = any(
          array(
            (
              (
                select uq.user_id as key
                from
                  user_quests as uq
                  inner join users as u on u.id = uq.user_id
                where
                  uq.quest_id = $4
                  and uq.status = $5
                  and ((contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $6)))
                limit $7
              )
              union all
              (
                select uq.user_id as key
                from
                  user_quests as uq
                  inner join users as u on u.id = uq.user_id
                where
                  uq.quest_id = $8
                  and uq.status = $9
                  and ((contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $10)))
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- every filter, 6 of 7
select
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = uq.user_id
  ) as "user",
  json_build_array(coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) as sort_place
from user_quests as uq
where
  uq.quest_id = $1
  and uq.status = $2
  and uq.user_id = any($3::bigint[])
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $4
offset $5;

-- by q, without contacts, 2 of 10
with
  compared as materialized (
    (
      select
        uq.user_id as key,
        exists (
          (
            select 1
            from users as u
            where
              u.id = uq.user_id
              and ((row_contains_word(u.search_text, $1)))
          )
          offset 0
        ) as is_match
      from user_quests as uq
      where uq.quest_id = $2
      order by
        coalesce(uq.started_at, 'infinity'::timestamptz) asc,
        uq.user_id asc
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

-- by q, without contacts, 5 of 10
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
    select uq.user_id as key
    from
      user_quests as uq
      inner join users as u on u.id = uq.user_id
    where
      uq.quest_id = $1
      and (
        (
          contains_word((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)
          and row_contains_word(u.search_text, $3)
        )
      )
    limit $4
  ) as found;

-- by q, without contacts, 7 of 10
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
      select uq.user_id as key
      from
        user_quests as uq
        inner join users as u on u.id = uq.user_id
      where
        uq.quest_id = $1
        and (
          (
            contains_misspelled((u.search_text || ' @' || lower(coalesce(u.username, ''))), $2)
            and contains_misspelled(u.search_text, $3)
          )
        )
        and uq.user_id = any(
          array(
            (
              (
                select uq.user_id as key
                from
                  user_quests as uq
                  inner join users as u on u.id = uq.user_id
                where
                  uq.quest_id = $4
                  and (
                    (
                      contains_swapped((u.search_text || ' @' || lower(coalesce(u.username, ''))), $5)
                      and contains_swapped(u.search_text, $6)
                    )
                  )
                limit $7
              )
              union all
              (
                select uq.user_id as key
                from
                  user_quests as uq
                  inner join users as u on u.id = uq.user_id
                where
                  uq.quest_id = $8
                  and (
                    (
                      contains_piece((u.search_text || ' @' || lower(coalesce(u.username, ''))), $9)
                      and contains_piece(u.search_text, $10)
                    )
                  )
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- by points
select
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = uq.user_id
  ) as "user",
  json_build_array(coalesce(p.points, 0), uq.user_id) as sort_place
from
  user_quests as uq
  left join (
    select
      user_id,
      points
    from point_totals
    where
      scope = 'quest'
      and scope_id = $1
      and period = 'all'
      and period_start = '1970-01-01'
      and points > 0
      and is_ranked
    union all
    select
      user_id,
      points
    from point_totals
    where
      scope = 'quest'
      and scope_id = $2
      and period = 'all'
      and period_start = '1970-01-01'
      and points > 0
      and not is_ranked
  ) as p on p.user_id = uq.user_id
where
  uq.quest_id = $3
  and (coalesce(p.points, 0), uq.user_id) < ($4, $5)
  and uq.user_id = any(
    array(
      (
        select uq.user_id
        from
          user_quests as uq
          left join (
            select
              user_id,
              points
            from point_totals
            where
              scope = 'quest'
              and scope_id = $6
              and period = 'all'
              and period_start = '1970-01-01'
              and points > 0
              and is_ranked
            union all
            select
              user_id,
              points
            from point_totals
            where
              scope = 'quest'
              and scope_id = $7
              and period = 'all'
              and period_start = '1970-01-01'
              and points > 0
              and not is_ranked
          ) as p on p.user_id = uq.user_id
        where
          uq.quest_id = $8
          and (coalesce(p.points, 0), uq.user_id) < ($9, $10)
        order by
          coalesce(p.points, 0) desc,
          uq.user_id desc
        limit $11
      )
    )
  )
order by
  coalesce(p.points, 0) desc,
  uq.user_id desc;

-- after a cursor
select
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = uq.user_id
  ) as "user",
  json_build_array(coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) as sort_place
from user_quests as uq
where
  uq.quest_id = $1
  and (coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) > ($2, $3)
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $4;
