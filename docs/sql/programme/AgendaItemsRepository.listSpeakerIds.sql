select speaker_id
from agenda_item_speakers
where agenda_item_id = $1
order by "position" asc;
