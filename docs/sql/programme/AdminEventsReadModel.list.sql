-- no filter, 1 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    limit $1
  ) as counted;

-- no filter, 2 of 2
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.created_at,
  e.updated_at,
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
order by
  e.starts_at desc,
  e.id desc
limit $1
offset $2;

-- every filter, 1 of 4
select count(*) as total
from
  (
    select 1
    from events as e
    where
      e.conference_id = $1
      and e.kind = $2
      and folded(e.tags) @> array[lower($3)]
      and e.ends_at >= $4
      and (
        e.ends_at > $5
        or e.starts_at = $6
      )
      and e.starts_at < $7
      and e.ends_at > $8
      and (
        (
          e.search_text like search_pattern($9)
          and e.search_text like search_pattern($10)
        )
      )
      and e.status = $11
      and e.source = $12
    limit $13
  ) as counted;

-- every filter, 2 of 4
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.created_at,
  e.updated_at,
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where
  e.conference_id = $1
  and e.kind = $2
  and folded(e.tags) @> array[lower($3)]
  and e.ends_at >= $4
  and (
    e.ends_at > $5
    or e.starts_at = $6
  )
  and e.starts_at < $7
  and e.ends_at > $8
  and (
    (
      e.search_text like search_pattern($9)
      and e.search_text like search_pattern($10)
    )
  )
  and e.status = $11
  and e.source = $12
order by
  lower(e.title) asc,
  e.id asc
limit $13
offset $14;

-- every filter, 3 of 4
select count(*) as total
from
  (
    select 1
    from events as e
    where
      e.conference_id = $1
      and e.kind = $2
      and folded(e.tags) @> array[lower($3)]
      and e.ends_at >= $4
      and (
        e.ends_at > $5
        or e.starts_at = $6
      )
      and e.starts_at < $7
      and e.ends_at > $8
      and (
        (
          contains_similar(e.search_text, $9)
          and contains_similar(e.search_text, $10)
        )
      )
      and e.status = $11
      and e.source = $12
    limit $13
  ) as counted;

-- every filter, 4 of 4
select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.created_at,
  e.updated_at,
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where
  e.conference_id = $1
  and e.kind = $2
  and folded(e.tags) @> array[lower($3)]
  and e.ends_at >= $4
  and (
    e.ends_at > $5
    or e.starts_at = $6
  )
  and e.starts_at < $7
  and e.ends_at > $8
  and (
    (
      contains_similar(e.search_text, $9)
      and contains_similar(e.search_text, $10)
    )
  )
  and e.status = $11
  and e.source = $12
order by
  lower(e.title) asc,
  e.id asc
limit $13
offset $14;
