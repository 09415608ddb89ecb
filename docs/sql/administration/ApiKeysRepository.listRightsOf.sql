select
  scopes,
  to_jsonb(conference_ids) as conference_ids
from api_keys
where
  administrator_id = $1
  and revoked_at is null;
