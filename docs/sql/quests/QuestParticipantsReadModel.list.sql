-- every filter, 1 of 4
select count(*) as total
from
  (
    select 1
    from
      user_quests as uq
      inner join users as u on u.id = uq.user_id
    where
      uq.quest_id = $1
      and uq.status = $2
      and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($3)))
    limit $4
  ) as counted;

-- every filter, 2 of 4
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
from
  user_quests as uq
  inner join users as u on u.id = uq.user_id
where
  uq.quest_id = $1
  and uq.status = $2
  and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($3)))
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $4
offset $5;

-- every filter, 3 of 4
select count(*) as total
from
  (
    select 1
    from
      user_quests as uq
      inner join users as u on u.id = uq.user_id
    where
      uq.quest_id = $1
      and uq.status = $2
      and ((contains_similar((u.search_text || ' @' || lower(coalesce(u.username, ''))), $3)))
    limit $4
  ) as counted;

-- every filter, 4 of 4
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
from
  user_quests as uq
  inner join users as u on u.id = uq.user_id
where
  uq.quest_id = $1
  and uq.status = $2
  and ((contains_similar((u.search_text || ' @' || lower(coalesce(u.username, ''))), $3)))
order by
  coalesce(uq.started_at, 'infinity'::timestamptz) asc,
  uq.user_id asc
limit $4
offset $5;

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
