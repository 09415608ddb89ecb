select
  s.id,
  s.status,
  s.photo_url is not null as has_photo,
  s.bio is not null as has_bio,
  exists (
    select
    from
      agenda_item_speakers t
      join agenda_items i on i.id = t.agenda_item_id
      left join events e on e.id = i.event_id
    where
      t.speaker_id = s.id
      and i.conference_id = l.conference_id
      and i.status = 'scheduled'
      and (
        e.id is null
        or e.status in ('pending', 'approved')
      )
  ) as has_talk
from
  conference_speakers l
  join speakers s on s.id = l.speaker_id
where l.conference_id = $1
order by
  l.position,
  s.id;
