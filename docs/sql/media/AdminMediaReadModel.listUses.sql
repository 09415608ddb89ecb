with
  file as (
    select m.key || m.variant_keys as keys
    from media m
    where m.id = $1
  )
select
  'conference' as type,
  p.id,
  p.name as name,
  p.id as conference_id
from conferences p
where
  p.image_url is not null
  and media_key(p.image_url) = any(
    (
      select keys
      from file
    )::text[]
  )
union all
select
  'event' as type,
  p.id,
  p.title as name,
  p.conference_id as conference_id
from events p
where
  p.image_url is not null
  and media_key(p.image_url) = any(
    (
      select keys
      from file
    )::text[]
  )
union all
select
  'quest' as type,
  p.id,
  p.title as name,
  p.conference_id as conference_id
from quests p
where
  p.image_url is not null
  and media_key(p.image_url) = any(
    (
      select keys
      from file
    )::text[]
  )
union all
select
  'speaker' as type,
  p.id,
  p.name as name,
  null::bigint as conference_id
from speakers p
where
  p.photo_url is not null
  and media_key(p.photo_url) = any(
    (
      select keys
      from file
    )::text[]
  )
union all
select
  'profile',
  u.id,
  null,
  null::bigint
from users u
where u.photo_media_id = $2
union all
select
  'submission',
  s.id,
  t.title,
  q.conference_id
from
  user_quest_tasks s
  join quest_tasks t on t.id = s.task_id
  join quests q on q.id = t.quest_id
where s.media_id = $3
order by
  type,
  id
limit $4;
