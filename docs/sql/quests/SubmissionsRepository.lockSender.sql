with
  entered as materialized (
    select q.id
    from
      quest_tasks t
      join quests q on q.id = t.quest_id
    where
      t.id = $1
      and not exists (
        select
        from user_quests uq
        where
          uq.quest_id = q.id
          and uq.user_id = $2
          and uq.status <> 'admitted'
      )
    for no key update of
      q
  )
select u.id
from users u
where
  u.id = $3
  and u.erased_at is null
  and (
    select count(*)
    from entered
  ) >= 0
for no key update of
  u;
