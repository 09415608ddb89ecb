select
  e.id,
  e.status,
  e.over_capacity_count,
  (
    e.ends_at > c.ends_at
    or (e.starts_at at time zone c.timezone)::date < c.starts_on
  ) as is_outside,
  (
    coalesce(e.venue_name, e.venue_address) is not null
    or exists (
      select
      from agenda_items i
      where
        i.event_id = e.id
        and i.room is not null
    )
  ) as has_location
from
  events e
  join conferences c on c.id = e.conference_id
where
  e.conference_id = $1
  and e.status in ('pending', 'approved')
order by
  e.starts_at,
  e.id;
