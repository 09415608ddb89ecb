select
  secret_encrypted,
  case
    when old_secret_until > $1 then old_secret_encrypted
  end as old_secret_encrypted
from quests
where
  id = $2
  and deleted_at is null;
