select
  e.id,
  e.slug,
  e.title,
  e.description,
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
  case
    when exists (
      select
      from conferences d
      where
        d.id = e.conference_id
        and d.status = 'cancelled'
    ) then 'cancelled'
    else e.status
  end as status,
  c.name as conference_name,
  c.website as conference_website
from
  events as e
  left join conferences as c on c.id = e.conference_id
where
  is_public_event_status(e.status)
  and exists (
    select
    from conferences d
    where
      d.id = e.conference_id
      and d.status = 'draft'
  ) is not true
  and e.id = $1
limit $2;
