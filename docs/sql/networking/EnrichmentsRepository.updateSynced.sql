update enrichments e
set
  synced_at = coalesce(e.synced_at, now()),
  input_hash = case
    when e.input_hash = $1 then enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering)
    else e.input_hash
  end
from users u
where
  e.user_id = $2
  and u.id = e.user_id
returning
  e.user_id,
  e.status,
  e.provider,
  e.headline,
  e.summary,
  e.tags,
  e.interests,
  e.generated_at,
  e.synced_at,
  e.error;
