select id
from quests
where
  conference_id = $1
  and deleted_at is null
order by id asc;
