select
  pg_advisory_xact_lock(
    hashtext('speaker keys'),
    lock
  )
from
  (
    select distinct
      hashtext(source) as
    lock
    from unnest($1::text[]) as source
    order by
    lock
  ) as locks;
