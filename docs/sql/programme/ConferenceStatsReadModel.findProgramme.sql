select
  c.id,
  c.timezone,
  c.ends_at,
  (c.starts_on::timestamp at time zone c.timezone)::timestamptz(3) as starts_at,
  (
    select count(*)
    from events e
    where
      e.conference_id = c.id
      and e.status = 'approved'
  ) as events,
  (
    select count(*)
    from events e
    where
      e.conference_id = c.id
      and e.status = 'pending'
  ) as pending_side_events,
  (
    select count(*)
    from feedback f
    where f.status = 'new'
  ) as new_feedback
from conferences c
where c.id = $1;
