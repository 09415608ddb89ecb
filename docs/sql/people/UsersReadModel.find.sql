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
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  (
    u.id = $1
    or u.contact_visibility = 'everyone'
    or c.status is not distinct from 'accepted'
  ) as contact_visible,
  case
    when c.status is null then 'none'
    when c.status <> 'pending' then c.status
    when c.requester_id = $2 then 'pending_sent'
    else 'pending_received'
  end as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
where
  u.id = $5
  and u.erased_at is null
  and u.is_blocked = $6
  and (
    u.is_listed = $7
    or c.status = $8
  )
limit $9;

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
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  (
    u.id = $1
    or u.contact_visibility = 'everyone'
    or c.status is not distinct from 'accepted'
  ) as contact_visible,
  case
    when c.status is null then 'none'
    when c.status <> 'pending' then c.status
    when c.requester_id = $2 then 'pending_sent'
    else 'pending_received'
  end as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
where
  u.id = $5
  and u.erased_at is null
  and u.is_blocked = $6
limit $7;
