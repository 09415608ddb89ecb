select track
from agenda_items
where
  conference_id = $1
  and track is not null
group by track
order by min(id);
