-- by status, 1 of 2
select
  r.id,
  r.status,
  r.source,
  r.message,
  r.reason,
  r.requested_at,
  r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
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
    where u.id = r.user_id
  ) as "user",
  json_build_array(r.id, r.id) as sort_place
from
  quest_registration_requests as r
  join quests q on q.id = r.quest_id
  and q.deleted_at is null
where r.status = $1
order by r.id asc
limit $2
offset $3;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      quest_registration_requests as r
      join quests q on q.id = r.quest_id
      and q.deleted_at is null
    where r.status = $1
    limit $2
  ) as counted;

-- of a quest, 1 of 2
select
  r.id,
  r.status,
  r.source,
  r.message,
  r.reason,
  r.requested_at,
  r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
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
    where u.id = r.user_id
  ) as "user",
  json_build_array(r.id, r.id) as sort_place
from
  quest_registration_requests as r
  join quests q on q.id = r.quest_id
  and q.deleted_at is null
where
  r.status = $1
  and r.quest_id = $2
order by r.id asc
limit $3
offset $4;

-- of a quest, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      quest_registration_requests as r
      join quests q on q.id = r.quest_id
      and q.deleted_at is null
    where
      r.status = $1
      and r.quest_id = $2
    limit $3
  ) as counted;

-- after a cursor
select
  r.id,
  r.status,
  r.source,
  r.message,
  r.reason,
  r.requested_at,
  r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
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
    where u.id = r.user_id
  ) as "user",
  json_build_array(r.id, r.id) as sort_place
from
  quest_registration_requests as r
  join quests q on q.id = r.quest_id
  and q.deleted_at is null
where
  r.status = $1
  and (r.id) < ($2)
order by r.id desc
limit $3;

-- of a limited key, 1 of 2
select
  r.id,
  r.status,
  r.source,
  r.message,
  r.reason,
  r.requested_at,
  r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
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
    where u.id = r.user_id
  ) as "user",
  json_build_array(r.id, r.id) as sort_place
from
  quest_registration_requests as r
  join quests q on q.id = r.quest_id
  and q.deleted_at is null
where
  r.status = $1
  and q.conference_id = any($2::bigint[])
order by r.id asc
limit $3
offset $4;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      quest_registration_requests as r
      join quests q on q.id = r.quest_id
      and q.deleted_at is null
    where
      r.status = $1
      and q.conference_id = any($2::bigint[])
    limit $3
  ) as counted;
