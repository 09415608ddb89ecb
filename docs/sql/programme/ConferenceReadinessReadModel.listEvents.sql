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
  ) as has_location,
  greatest(e.capacity, e.attendee_count) as seats,
  (
    select min(g.capacity)
    from
      (
        select e.venue_name
        union all
        select i.room
        from agenda_items i
        where
          i.event_id = e.id
          and i.status = 'scheduled'
      ) as used (name)
      join agenda_groups g on g.conference_id = e.conference_id
      and g.kind = 'room'
      and folded_name(g.name) = folded_name(used.name)
  ) as room_capacity
from
  events e
  join conferences c on c.id = e.conference_id
where
  e.conference_id = $1
  and e.status in ('pending', 'approved')
order by
  e.starts_at,
  e.id;
