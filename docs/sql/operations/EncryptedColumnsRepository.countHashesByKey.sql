select
  'connection_requests' as table,
  key_id,
  count(*) as count
from connection_requests
group by key_id
union all
select
  'conference_invitations',
  guest_key_id,
  count(*)
from conference_invitations
where
  ticket_code_hash is not null
  or scan_code_hash is not null
  or email_hash is not null
  or erased_key_hashes <> '{}'
group by guest_key_id
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
