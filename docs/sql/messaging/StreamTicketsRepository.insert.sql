insert into stream_tickets (token_hash, user_id, expires_at, access_until)
select
  $1,
  u.id,
  $2,
  $3
from users u
where
  u.id = $4
  and u.erased_at is null
for key share
returning user_id;
