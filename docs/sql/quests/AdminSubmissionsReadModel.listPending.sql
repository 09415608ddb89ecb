-- no filter, 1 of 2
select
  s.id as user_quest_task_id,
  s.quest_id,
  s.status,
  s.source,
  s.text,
  s.media_id,
  s.option_ids,
  s.submissions,
  s.rejections,
  s.submitted_at,
  s.decided_at,
  s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
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
    where u.id = s.user_id
  ) as "user",
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
where
  s.quest_id = $1
  and s.status = $2
order by
  s.submitted_at asc,
  s.id asc
limit $3
offset $4;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_quest_tasks as s
      join quest_tasks t on t.id = s.task_id
      and t.deleted_at is null
      join quests q on q.id = s.quest_id
      and q.deleted_at is null
    where
      s.quest_id = $1
      and s.status = $2
    limit $3
  ) as counted;

-- by task_id, 1 of 2
select
  s.id as user_quest_task_id,
  s.quest_id,
  s.status,
  s.source,
  s.text,
  s.media_id,
  s.option_ids,
  s.submissions,
  s.rejections,
  s.submitted_at,
  s.decided_at,
  s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
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
    where u.id = s.user_id
  ) as "user",
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
where
  s.quest_id = $1
  and s.status = $2
  and s.task_id = $3
order by
  s.submitted_at asc,
  s.id asc
limit $4
offset $5;

-- by task_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_quest_tasks as s
      join quest_tasks t on t.id = s.task_id
      and t.deleted_at is null
      join quests q on q.id = s.quest_id
      and q.deleted_at is null
    where
      s.quest_id = $1
      and s.status = $2
      and s.task_id = $3
    limit $4
  ) as counted;

-- by source, 1 of 2
select
  s.id as user_quest_task_id,
  s.quest_id,
  s.status,
  s.source,
  s.text,
  s.media_id,
  s.option_ids,
  s.submissions,
  s.rejections,
  s.submitted_at,
  s.decided_at,
  s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
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
    where u.id = s.user_id
  ) as "user",
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
where
  s.quest_id = $1
  and s.status = $2
  and s.source = $3
order by
  s.submitted_at asc,
  s.id asc
limit $4
offset $5;

-- by source, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_quest_tasks as s
      join quest_tasks t on t.id = s.task_id
      and t.deleted_at is null
      join quests q on q.id = s.quest_id
      and q.deleted_at is null
    where
      s.quest_id = $1
      and s.status = $2
      and s.source = $3
    limit $4
  ) as counted;

-- every filter, 1 of 2
select
  s.id as user_quest_task_id,
  s.quest_id,
  s.status,
  s.source,
  s.text,
  s.media_id,
  s.option_ids,
  s.submissions,
  s.rejections,
  s.submitted_at,
  s.decided_at,
  s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
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
    where u.id = s.user_id
  ) as "user",
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
where
  s.quest_id = $1
  and s.status = $2
  and s.task_id = $3
  and s.source = $4
order by
  s.submitted_at asc,
  s.id asc
limit $5
offset $6;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_quest_tasks as s
      join quest_tasks t on t.id = s.task_id
      and t.deleted_at is null
      join quests q on q.id = s.quest_id
      and q.deleted_at is null
    where
      s.quest_id = $1
      and s.status = $2
      and s.task_id = $3
      and s.source = $4
    limit $5
  ) as counted;

-- after a cursor
select
  s.id as user_quest_task_id,
  s.quest_id,
  s.status,
  s.source,
  s.text,
  s.media_id,
  s.option_ids,
  s.submissions,
  s.rejections,
  s.submitted_at,
  s.decided_at,
  s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
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
    where u.id = s.user_id
  ) as "user",
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
where
  s.quest_id = $1
  and s.status = $2
  and (s.submitted_at, s.id) < ($3, $4)
order by
  s.submitted_at desc,
  s.id desc
limit $5;
