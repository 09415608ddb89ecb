-- 1 of 2
select pg_advisory_xact_lock(hashtext($1));

-- 2 of 2
select t.slug
from
  speakers as t
  join unnest($1::text[]) as stem on t.slug >= stem
  and t.slug < stem || '.';
