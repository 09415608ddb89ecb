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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where s.status = $1
order by
  s.submitted_at asc,
  s.id asc
limit $2
offset $3;

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
    where s.status = $1
    order by
      s.submitted_at asc,
      s.id asc
    limit $2
  ) as counted;

-- by status, 1 of 2
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.decided_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.reviewer is not null
  and s.status in ($1)
order by
  s.decided_at asc,
  s.id asc
limit $2
offset $3;

-- by status, 2 of 2
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
      s.reviewer is not null
      and s.status in ($1)
    order by
      s.decided_at asc,
      s.id asc
    limit $2
  ) as counted;

-- by conference_id, 1 of 2
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.submitted_at, s.id) as sort_place
from
  quests q
  cross join lateral (
    (
      select
        s.id,
        s.task_id,
        s.user_id,
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
        s.reviewer,
        s.reviewer_id
      from
        user_quest_tasks as s
        join quest_tasks t on t.id = s.task_id
        and t.deleted_at is null
      where
        s.quest_id = q.id
        and s.status = $1
      order by
        s.submitted_at asc,
        s.id asc
      limit $2
    )
  ) s
  join quest_tasks t on t.id = s.task_id
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  q.deleted_at is null
  and q.conference_id = $3
order by
  s.submitted_at asc,
  s.id asc
limit $4
offset $5;

-- by conference_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      quests q
      cross join lateral (
        (
          select
            s.id,
            s.task_id,
            s.user_id,
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
            s.reviewer,
            s.reviewer_id
          from
            user_quest_tasks as s
            join quest_tasks t on t.id = s.task_id
            and t.deleted_at is null
          where
            s.quest_id = q.id
            and s.status = $1
          order by
            s.submitted_at asc,
            s.id asc
          limit $2
        )
      ) s
      join quest_tasks t on t.id = s.task_id
    where
      q.deleted_at is null
      and q.conference_id = $3
    limit $4
  ) as counted;

-- by quest_id, 1 of 2
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.quest_id = $1
  and s.status = $2
order by
  s.submitted_at asc,
  s.id asc
limit $3
offset $4;

-- by quest_id, 2 of 2
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
    order by
      s.submitted_at asc,
      s.id asc
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.status = $1
  and s.task_id = $2
order by
  s.submitted_at asc,
  s.id asc
limit $3
offset $4;

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
      s.status = $1
      and s.task_id = $2
    order by
      s.submitted_at asc,
      s.id asc
    limit $3
  ) as counted;

-- by reviewer, 1 of 2
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.decided_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.reviewer is not null
  and s.status in ($1, $2)
  and s.reviewer_id = $3
order by
  s.decided_at asc,
  s.id asc
limit $4
offset $5;

-- by reviewer, 2 of 2
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
      s.reviewer is not null
      and s.status in ($1, $2)
      and s.reviewer_id = $3
    order by
      s.decided_at asc,
      s.id asc
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.decided_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.quest_id = $1
  and q.conference_id = $2
  and s.reviewer is not null
  and s.status in ($3)
  and s.reviewer_id = $4
  and s.task_id = $5
order by
  s.decided_at asc,
  s.id asc
limit $6
offset $7;

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
      and q.conference_id = $2
      and s.reviewer is not null
      and s.status in ($3)
      and s.reviewer_id = $4
      and s.task_id = $5
    order by
      s.decided_at asc,
      s.id asc
    limit $6
  ) as counted;

-- decided ones of a quest, 1 of 2
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.decided_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.quest_id = $1
  and s.reviewer is not null
  and s.status in ($2)
order by
  s.decided_at asc,
  s.id asc
limit $3
offset $4;

-- decided ones of a quest, 2 of 2
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
      and s.reviewer is not null
      and s.status in ($2)
    order by
      s.decided_at asc,
      s.id asc
    limit $3
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.submitted_at, s.id) as sort_place
from
  user_quest_tasks as s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  s.status = $1
  and (s.submitted_at, s.id) < ($2, $3)
order by
  s.submitted_at desc,
  s.id desc
limit $4;

-- of a limited key
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
  coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case
    when s.reviewer is not null then json_build_object(
      'administrator',
      case
        when a.id is not null then json_build_object('id', a.id, 'name', a.name)
      end,
      'key',
      substring(
        s.reviewer
        from '^key (.*)$'
      )
    )
  end as reviewer,
  case
    when m.id is not null then json_build_object(
      'storage',
      m.storage,
      'purpose',
      m.purpose,
      'key',
      m.key,
      'thumb_key',
      m.variants -> '320' ->> 'key',
      'width',
      m.width,
      'height',
      m.height
    )
  end as proof,
  json_build_array(s.submitted_at, s.id) as sort_place
from
  quests q
  cross join lateral (
    (
      select
        s.id,
        s.task_id,
        s.user_id,
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
        s.reviewer,
        s.reviewer_id
      from
        user_quest_tasks as s
        join quest_tasks t on t.id = s.task_id
        and t.deleted_at is null
      where
        s.quest_id = q.id
        and s.status = $1
        and (s.submitted_at, s.id) > ($2, $3)
      order by
        s.submitted_at asc,
        s.id asc
      limit $4
    )
  ) s
  join quest_tasks t on t.id = s.task_id
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id
  and m.status = 'ready'
where
  q.deleted_at is null
  and q.conference_id = any($5::bigint[])
  and (s.submitted_at, s.id) > ($6, $7)
order by
  s.submitted_at asc,
  s.id asc
limit $8;
