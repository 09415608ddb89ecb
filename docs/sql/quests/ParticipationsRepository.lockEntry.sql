with
  entered as materialized (
    select pg_advisory_xact_lock_shared(hashtext('entries of a quest'), hashint8($1))
  )
select id
from users
where
  id = $2
  and erased_at is null
  and (
    select count(*)
    from entered
  ) > 0
for no key update;
