select
  person_id,
  content,
  is_applied
from messenger_updates
where
  bot_id = $1
  and update_id = $2
  and content is not null
limit $3
for update;
