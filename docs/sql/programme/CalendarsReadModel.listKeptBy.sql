select
  i.id,
  i.calendar_uid,
  i.revision + coalesce(e.revision, 0) as revision,
  i.title,
  i.description,
  i.track,
  i.room,
  i.starts_at,
  i.ends_at,
  e.url,
  e.id is not null
  and e.all_day
  and (e.starts_at, e.ends_at) = (i.starts_at, i.ends_at) as all_day,
  coalesce(e.timezone, c.timezone) as timezone,
  i.status = 'cancelled'
  or c.status = 'cancelled'
  or coalesce(e.status = 'cancelled', false) as is_cancelled,
  c.name as conference_name,
  c.website as conference_website,
  i.created_at,
  greatest(i.updated_at, e.updated_at) as updated_at,
  array(
    select s.name
    from
      agenda_item_speakers x
      join speakers s on s.id = x.speaker_id
      and s.status = 'published'
    where x.agenda_item_id = i.id
    order by
      x.position,
      s.id
  ) as speakers,
  c.venue
from
  agenda_favorites f
  join agenda_items i on i.id = f.agenda_item_id
  join conferences c on c.id = i.conference_id
  left join events e on e.id = i.event_id
where
  f.user_id = $1
  and i.ends_at > $2
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
  and exists (
    select
    from conferences d
    where
      d.id = i.conference_id
      and d.status = 'draft'
  ) is not true
  and not exists (
    select
    from event_attendances a
    where
      a.user_id = f.user_id
      and a.event_id = i.event_id
      and a.status <> 'cancelled'
  )
order by
  i.starts_at,
  i.id
limit $3;
