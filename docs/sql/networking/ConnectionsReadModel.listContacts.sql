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
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  m.id as connection_id,
  c.responded_at,
  c.met_at,
  k.name as conference,
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $3
  ) as note
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $4::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $5::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $6
    or c.recipient_id = $7
  )
  inner join (
    select
      id,
      recipient_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      requester_id = $8
      and status = $9
    union all
    select
      id,
      requester_id as other_id,
      coalesce(responded_at, created_at) as changed_at
    from connections
    where
      recipient_id = $10
      and status = $11
  ) as m on m.other_id = u.id
  left join conferences as k on k.id = c.met_conference_id
  and k.status in ($12, $13)
where
  u.is_blocked = $14
  and m.id > $15
order by m.id asc
limit $16;
