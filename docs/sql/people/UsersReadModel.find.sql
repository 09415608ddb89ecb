-- anonymous
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
  null as connection_status
from users as u
where
  u.id = $1
  and u.erased_at is null
  and u.is_blocked = $2
  and (u.is_listed = $3)
limit $4;

-- another user
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
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  u.id = $7
  and u.erased_at is null
  and u.is_blocked = $8
  and (
    u.is_listed = $9
    or c.status = $10
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = $11
      and blocked_id = u.id
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = u.id
      and blocked_id = $12
  )
limit $13;

-- oneself
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
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
where
  u.id = $7
  and u.erased_at is null
  and u.is_blocked = $8
limit $9;
