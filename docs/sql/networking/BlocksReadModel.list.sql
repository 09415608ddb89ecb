-- 1 of 2
select
  u.id,
  u.first_name,
  u.last_name,
  u.username,
  u.photo_url,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  false as contact_visible,
  null as connection_status,
  b.blocked_id,
  b.created_at as blocked_at,
  b.is_named
  and u.id is not null as is_named,
  coalesce(u.is_listed, false)
  and not exists (
    select
    from blocks back
    where
      back.blocker_id = b.blocked_id
      and back.blocked_id = b.blocker_id
  ) as is_shown
from
  users as u
  right join blocks as b on b.blocked_id = u.id
where blocker_id = $1
order by
  b.created_at desc,
  b.blocked_id desc
limit $2
offset $3;

-- 2 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      right join blocks as b on b.blocked_id = u.id
    where blocker_id = $1
    limit $2
  ) as counted;
