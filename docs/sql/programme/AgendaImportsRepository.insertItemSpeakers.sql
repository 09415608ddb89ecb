insert into agenda_item_speakers (agenda_item_id, speaker_id, position)
select
  r.agenda_item_id,
  s.id::bigint,
  s.position
from
  jsonb_to_recordset($1::jsonb) as r (agenda_item_id bigint, speaker_ids jsonb)
  cross join lateral jsonb_array_elements_text(r.speaker_ids) with ordinality as s (id, position);
