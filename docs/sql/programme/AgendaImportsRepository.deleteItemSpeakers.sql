delete from agenda_item_speakers
where agenda_item_id = any($1::bigint[]);
