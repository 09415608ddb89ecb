-- of an item
with
  added as (
    insert into conference_speakers (conference_id, speaker_id)
    select
      i.conference_id,
      x.speaker_id
    from
      agenda_items as i
      inner join agenda_item_speakers as x on x.agenda_item_id = i.id
    where id = $1
    order by x.speaker_id asc
    on conflict (conference_id, speaker_id) do nothing
    returning
      conference_id,
      speaker_id
  )
update speakers s
set
  status = 'published',
  updated_at = now()
from
  added a
  join conferences c on c.id = a.conference_id
where
  s.id = a.speaker_id
  and s.status = 'draft'
  and c.status <> 'draft';

-- of the item of an event
with
  added as (
    insert into conference_speakers (conference_id, speaker_id)
    select
      i.conference_id,
      x.speaker_id
    from
      agenda_items as i
      inner join agenda_item_speakers as x on x.agenda_item_id = i.id
    where event_id = $1
    order by x.speaker_id asc
    on conflict (conference_id, speaker_id) do nothing
    returning
      conference_id,
      speaker_id
  )
update speakers s
set
  status = 'published',
  updated_at = now()
from
  added a
  join conferences c on c.id = a.conference_id
where
  s.id = a.speaker_id
  and s.status = 'draft'
  and c.status <> 'draft';
