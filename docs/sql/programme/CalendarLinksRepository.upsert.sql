insert into calendar_links (user_id, token_hash, created_at)
select
  u.id,
  $1,
  $2
from users u
where
  u.id = $3
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  token_hash = excluded.token_hash,
  created_at = excluded.created_at
returning user_id;
