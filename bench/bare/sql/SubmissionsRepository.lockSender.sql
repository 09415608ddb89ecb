with
  entered as materialized (
    select pg_advisory_xact_lock_shared(hashtext('entries of a quest'), hashint8(t.quest_id))
    from quest_tasks t
    where
      t.id = $1
      and not exists (
        select
        from user_quests uq
        where
          uq.quest_id = t.quest_id
          and uq.user_id = $2
          and uq.status <> 'admitted'
      )
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
  u
