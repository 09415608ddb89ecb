select id
from media
where
  purpose = $1
  and status = $2
  and created_at < $3
  and not exists (
    select 1
    from user_quest_tasks as s
    where s.media_id = media.id
  )
order by id asc
for update
  skip locked;
