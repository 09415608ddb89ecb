select u.id
from users u
where
  u.id in (
    select user_id
    from user_quests
    where
      quest_id = $1
      and user_id > $2
    order by user_id
    limit $3
  )
order by u.id
for no key update;
