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
  b.created_at as blocked_at,
  u.is_listed
  and not exists (
    select
    from blocks back
    where
      back.blocker_id = b.blocked_id
      and back.blocked_id = b.blocker_id
  ) as is_shown
from
  users as u
  inner join blocks as b on b.blocked_id = u.id
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
      inner join blocks as b on b.blocked_id = u.id
    where blocker_id = $1
    limit $2
  ) as counted;
