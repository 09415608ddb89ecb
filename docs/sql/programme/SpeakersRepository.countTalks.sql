select count(*) as talks
from
  agenda_item_speakers as t
  inner join agenda_items as i on i.id = t.agenda_item_id
where
  t.speaker_id = $1
  and i.conference_id = $2;
