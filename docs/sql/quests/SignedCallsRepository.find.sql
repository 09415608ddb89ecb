select
  body_hash,
  status,
  answer
from signed_calls
where
  quest_id = $1
  and webhook_id = $2
  and status is not null
limit $3;
