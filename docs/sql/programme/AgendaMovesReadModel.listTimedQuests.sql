select
  q.id,
  q.title
from quests q
where
  (
    q.event_id = any($1::bigint[])
    or (
      q.event_id is null
      and q.conference_id = $2
    )
  )
  and q.deleted_at is null
  and (
    q.ends_at is null
    or q.ends_at > $3
  )
  and (
    q.starts_at is not null
    or q.ends_at is not null
    or exists (
      select
      from quest_tasks t
      where
        t.quest_id = q.id
        and t.deleted_at is null
        and (
          t.opens_at is not null
          or t.closes_at is not null
        )
    )
  )
order by q.id
limit $4;
