select id
from agenda_items
where
  id in (
    select agenda_item_id
    from agenda_item_speakers
    where speaker_id = any($1::bigint[])
  )
order by id asc
for update;
