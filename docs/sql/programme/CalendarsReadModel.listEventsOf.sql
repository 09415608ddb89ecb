select
  e.slug,
  e.title,
  e.description,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.url,
  e.tags,
  e.calendar_uid,
  e.revision,
  e.created_at,
  e.updated_at,
  a.status as attendance
from
  events as e
  inner join event_attendances as a on a.event_id = e.id
where
  e.status in ($1, $2)
  and not exists (
    select
    from conferences d
    where
      d.id = e.conference_id
      and d.status = 'draft'
  )
  and a.user_id = $3
  and not a.status = $4
  and e.ends_at > $5
order by
  e.starts_at asc,
  e.id asc
limit $6;
