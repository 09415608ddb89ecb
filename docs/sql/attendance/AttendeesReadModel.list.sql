-- conferenceAttendees, anonymous, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      inner join conference_attendances as a on a.user_id = u.id
    where
      a.conference_id = $1
      and holds_seat(a.status)
      and u.is_listed = $2
    limit $3
  ) as counted;

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
  u.looking_for,
  u.offering,
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
  and holds_seat(a.status)
  and u.is_listed = $2
order by a.queue_number desc
limit $3
offset $4;

-- conferenceAttendees, every filter, 1 of 4
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join conference_attendances as a on a.user_id = u.id
    where
      a.conference_id = $5
      and holds_seat(a.status)
      and u.is_listed = $6
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
    limit $12
  ) as counted;

-- conferenceAttendees, every filter, 2 of 4
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
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and (
    (
      u.search_text like search_pattern($9)
      and u.search_text like search_pattern($10)
    )
    or (
      u.username ilike search_pattern($11)
      and is_contact_visible(u.id, $12, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($13)]
order by a.queue_number desc
limit $14
offset $15;

-- conferenceAttendees, every filter, 3 of 4
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join conference_attendances as a on a.user_id = u.id
    where
      a.conference_id = $5
      and holds_seat(a.status)
      and u.is_listed = $6
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
    limit $12
  ) as counted;

-- conferenceAttendees, every filter, 4 of 4
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
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and (
    (
      contains_similar(u.search_text, $9)
      and contains_similar(u.search_text, $10)
    )
    or (
      u.username ilike search_pattern($11)
      and is_contact_visible(u.id, $12, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($13)]
order by a.queue_number desc
limit $14
offset $15;

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
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
  inner join conference_attendances as a on a.user_id = u.id
where
  a.conference_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and a.queue_number < $9
order by a.queue_number desc
limit $10;

-- eventAttendees, anonymous, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      users as u
      inner join event_attendances as a on a.user_id = u.id
    where
      a.event_id = $1
      and holds_seat(a.status)
      and u.is_listed = $2
    limit $3
  ) as counted;

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
  u.looking_for,
  u.offering,
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
  and holds_seat(a.status)
  and u.is_listed = $2
order by a.queue_number desc
limit $3
offset $4;

-- eventAttendees, every filter, 1 of 4
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join event_attendances as a on a.user_id = u.id
    where
      a.event_id = $5
      and holds_seat(a.status)
      and u.is_listed = $6
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
    limit $12
  ) as counted;

-- eventAttendees, every filter, 2 of 4
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
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and (
    (
      u.search_text like search_pattern($9)
      and u.search_text like search_pattern($10)
    )
    or (
      u.username ilike search_pattern($11)
      and is_contact_visible(u.id, $12, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($13)]
order by a.queue_number desc
limit $14
offset $15;

-- eventAttendees, every filter, 3 of 4
select count(*) as total
from
  (
    select 1
    from
      users as u
      left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
      and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
      and c.status <> 'withdrawn'
      and (
        c.requester_id = $3
        or c.recipient_id = $4
      )
      inner join event_attendances as a on a.user_id = u.id
    where
      a.event_id = $5
      and holds_seat(a.status)
      and u.is_listed = $6
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
    limit $12
  ) as counted;

-- eventAttendees, every filter, 4 of 4
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
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and (
    (
      contains_similar(u.search_text, $9)
      and contains_similar(u.search_text, $10)
    )
    or (
      u.username ilike search_pattern($11)
      and is_contact_visible(u.id, $12, u.contact_visibility, c.status)
    )
  )
  and folded(u.interests) @> array[lower($13)]
order by a.queue_number desc
limit $14
offset $15;

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
  u.looking_for,
  u.offering,
  u.interests,
  u.socials,
  u.points,
  u.created_at,
  is_contact_visible(u.id, $1, u.contact_visibility, c.status) as contact_visible,
  connection_status_for($2, c.requester_id, c.status) as connection_status,
  a.queue_number
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $3::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $4::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $5
    or c.recipient_id = $6
  )
  inner join event_attendances as a on a.user_id = u.id
where
  a.event_id = $7
  and holds_seat(a.status)
  and u.is_listed = $8
  and a.queue_number < $9
order by a.queue_number desc
limit $10;
