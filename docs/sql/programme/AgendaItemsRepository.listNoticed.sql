-- by id
select
  i.id,
  i.conference_id,
  i.event_id,
  i.title,
  i.starts_at,
  i.ends_at,
  i.room,
  case
    when e.status = 'cancelled'
    or exists (
      select
      from conferences d
      where
        d.id = i.conference_id
        and d.status = 'cancelled'
    ) then 'cancelled'
    else i.status
  end as status,
  coalesce(e.timezone, c.timezone) as timezone
from
  agenda_items as i
  inner join conferences as c on c.id = i.conference_id
  left join events as e on e.id = i.event_id
where
  i.id = any($1::bigint[])
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
order by i.id asc;

-- kept ones of events
select
  i.id,
  i.conference_id,
  i.event_id,
  i.title,
  i.starts_at,
  i.ends_at,
  i.room,
  case
    when e.status = 'cancelled'
    or exists (
      select
      from conferences d
      where
        d.id = i.conference_id
        and d.status = 'cancelled'
    ) then 'cancelled'
    else i.status
  end as status,
  coalesce(e.timezone, c.timezone) as timezone
from
  agenda_items as i
  inner join conferences as c on c.id = i.conference_id
  left join events as e on e.id = i.event_id
where
  i.event_id = any($1::bigint[])
  and exists (
    select
    from agenda_favorites
    where agenda_item_id = i.id
  )
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
order by i.id asc;
