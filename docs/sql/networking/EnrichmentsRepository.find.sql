select
  user_id,
  status,
  provider,
  headline,
  summary,
  tags,
  interests,
  generated_at,
  synced_at,
  error
from enrichments
where user_id = $1
limit $2;
