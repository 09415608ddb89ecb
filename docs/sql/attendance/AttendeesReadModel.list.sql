-- conferenceAttendees, anonymous, 1 of 2
select count(*) as total
from
  users as u
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $1
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $2;

-- conferenceAttendees, anonymous, 2 of 2
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
  null as connection_status,
  a.queue_number
from
  users as u
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $1
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $2
order by a.queue_number desc
limit $3
offset $4;

-- conferenceAttendees, every filter, 1 of 2
select count(*) as total
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $3
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $4
  and (
    (
      u.search_text ilike $5
      and u.search_text ilike $6
    )
    or (
      u.username ilike $7
      and (
        u.id = $8
        or u.contact_visibility = 'everyone'
        or c.status is not distinct from 'accepted'
      )
    )
  )
  and folded(u.interests) @> array[lower($9)];

-- conferenceAttendees, every filter, 2 of 2
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
  end as connection_status,
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $5
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $6
  and (
    (
      u.search_text ilike $7
      and u.search_text ilike $8
    )
    or (
      u.username ilike $9
      and (
        u.id = $10
        or u.contact_visibility = 'everyone'
        or c.status is not distinct from 'accepted'
      )
    )
  )
  and folded(u.interests) @> array[lower($11)]
order by a.queue_number desc
limit $12
offset $13;

-- conferenceAttendees, after a cursor
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
  end as connection_status,
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $5
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $6
  and a.queue_number < $7
order by a.queue_number desc
limit $8;

-- eventAttendees, anonymous, 1 of 2
select count(*) as total
from
  users as u
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $1
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $2;

-- eventAttendees, anonymous, 2 of 2
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
  null as connection_status,
  a.queue_number
from
  users as u
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $1
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $2
order by a.queue_number desc
limit $3
offset $4;

-- eventAttendees, every filter, 1 of 2
select count(*) as total
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $3
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $4
  and (
    (
      u.search_text ilike $5
      and u.search_text ilike $6
    )
    or (
      u.username ilike $7
      and (
        u.id = $8
        or u.contact_visibility = 'everyone'
        or c.status is not distinct from 'accepted'
      )
    )
  )
  and folded(u.interests) @> array[lower($9)];

-- eventAttendees, every filter, 2 of 2
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
  end as connection_status,
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $5
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $6
  and (
    (
      u.search_text ilike $7
      and u.search_text ilike $8
    )
    or (
      u.username ilike $9
      and (
        u.id = $10
        or u.contact_visibility = 'everyone'
        or c.status is not distinct from 'accepted'
      )
    )
  )
  and folded(u.interests) @> array[lower($11)]
order by a.queue_number desc
limit $12
offset $13;

-- eventAttendees, after a cursor
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
  end as connection_status,
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $5
  and a.status in ('registered', 'checked_in')
  and u.is_listed = $6
  and a.queue_number < $7
order by a.queue_number desc
limit $8;
