-- of an item
insert into conference_speakers (conference_id, speaker_id)
select
  i.conference_id,
  x.speaker_id
from
  agenda_items as i
  inner join agenda_item_speakers as x on x.agenda_item_id = i.id
where id = $1
order by x.speaker_id asc
on conflict (conference_id, speaker_id) do nothing;

-- of the item of an event
insert into conference_speakers (conference_id, speaker_id)
select
  i.conference_id,
  x.speaker_id
from
  agenda_items as i
  inner join agenda_item_speakers as x on x.agenda_item_id = i.id
where event_id = $1
order by x.speaker_id asc
on conflict (conference_id, speaker_id) do nothing;
