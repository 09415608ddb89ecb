-- anonymous, 1 of 2
select count(*) as total
from users as u
where u.is_listed = $1;

-- anonymous, 2 of 2
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
where u.is_listed = $1
order by u.id desc
limit $2
offset $3;

-- every filter, 1 of 4
select count(*) as total
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
  and c.status <> 'withdrawn'
where
  u.is_listed = $3
  and not u.id = $4
  and (
    (
      u.search_text like search_pattern($5)
      and u.search_text like search_pattern($6)
    )
    or (
      u.username ilike search_pattern($7)
      and is_contact_visible(u.id, $8, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($9)]
  and u.id in (
    select user_id
    from conference_attendances
    where
      conference_id = $10
      and holds_seat(status)
    union
    select a.user_id
    from
      event_attendances as a
      inner join events as e on e.id = a.event_id
    where
      conference_id = $11
      and e.status = $12
      and holds_seat(a.status)
  )
  and not exists (
    select
    from conferences d
    where
      d.id = $13
      and d.status = 'draft'
  );

-- every filter, 2 of 4
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
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
where
  u.is_listed = $5
  and not u.id = $6
  and (
    (
      u.search_text like search_pattern($7)
      and u.search_text like search_pattern($8)
    )
    or (
      u.username ilike search_pattern($9)
      and is_contact_visible(u.id, $10, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($11)]
  and u.id in (
    select user_id
    from conference_attendances
    where
      conference_id = $12
      and holds_seat(status)
    union
    select a.user_id
    from
      event_attendances as a
      inner join events as e on e.id = a.event_id
    where
      conference_id = $13
      and e.status = $14
      and holds_seat(a.status)
  )
  and not exists (
    select
    from conferences d
    where
      d.id = $15
      and d.status = 'draft'
  )
order by u.id desc
limit $16
offset $17;

-- every filter, 3 of 4
select count(*) as total
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
  and c.status <> 'withdrawn'
where
  u.is_listed = $3
  and not u.id = $4
  and (
    (
      contains_similar(u.search_text, $5)
      and contains_similar(u.search_text, $6)
    )
    or (
      u.username ilike search_pattern($7)
      and is_contact_visible(u.id, $8, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($9)]
  and u.id in (
    select user_id
    from conference_attendances
    where
      conference_id = $10
      and holds_seat(status)
    union
    select a.user_id
    from
      event_attendances as a
      inner join events as e on e.id = a.event_id
    where
      conference_id = $11
      and e.status = $12
      and holds_seat(a.status)
  )
  and not exists (
    select
    from conferences d
    where
      d.id = $13
      and d.status = 'draft'
  );

-- every filter, 4 of 4
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
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
where
  u.is_listed = $5
  and not u.id = $6
  and (
    (
      contains_similar(u.search_text, $7)
      and contains_similar(u.search_text, $8)
    )
    or (
      u.username ilike search_pattern($9)
      and is_contact_visible(u.id, $10, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($11)]
  and u.id in (
    select user_id
    from conference_attendances
    where
      conference_id = $12
      and holds_seat(status)
    union
    select a.user_id
    from
      event_attendances as a
      inner join events as e on e.id = a.event_id
    where
      conference_id = $13
      and e.status = $14
      and holds_seat(a.status)
  )
  and not exists (
    select
    from conferences d
    where
      d.id = $15
      and d.status = 'draft'
  )
order by u.id desc
limit $16
offset $17;

-- after a cursor
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
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
where
  u.is_listed = $5
  and not u.id = $6
  and u.id < $7
order by u.id desc
limit $8;
