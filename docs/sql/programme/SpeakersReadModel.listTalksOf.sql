select
  i.id,
  i.conference_id,
  i.title,
  i.kind,
  i.starts_at,
  i.ends_at,
  i.track,
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
  end as status
from
  agenda_item_speakers as t
  inner join agenda_items as i on i.id = t.agenda_item_id
  inner join conferences as c on c.id = i.conference_id
  left join events as e on e.id = i.event_id
where
  t.speaker_id = $1
  and not c.status = $2
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
order by
  i.starts_at asc,
  i.id asc;
