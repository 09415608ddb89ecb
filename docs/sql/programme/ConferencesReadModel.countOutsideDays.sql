select
  (
    select count(*)
    from agenda_items x
    where
      x.conference_id = c.id
      and x.status = 'scheduled'
      and (
        x.ends_at > c.ends_at
        or (x.starts_at at time zone c.timezone)::date < c.starts_on
      )
  ) as agenda_items,
  (
    select count(*)
    from events x
    where
      x.conference_id = c.id
      and x.status in ('pending', 'approved')
      and (
        x.ends_at > c.ends_at
        or (x.starts_at at time zone c.timezone)::date < c.starts_on
      )
  ) as events
from conferences c
where c.id = $1;
