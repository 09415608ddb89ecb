select
  'connection_requests' as table,
  key_id,
  count(*) as count
from connection_requests
group by key_id
union all
select
  'erased_people',
  key_id,
  count(*)
from erased_people
group by key_id
union all
select
  'partner_erased',
  key_id,
  count(*)
from partner_erased
group by key_id
order by
  1,
  2;
