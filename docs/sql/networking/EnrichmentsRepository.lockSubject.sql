select
  u.id,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.interests,
  u.looking_for,
  u.offering,
  u.edited_fields,
  enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering) as input_hash,
  (
    u.is_listed
    and coalesce(u.enrichment_enabled, not $1::boolean)
  ) as is_allowed,
  (
    (
      e.input_hash is not null
      and e.input_hash = enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering)
    )
    and e.status <> 'failed'
  ) as is_unchanged
from
  users u
  left join enrichments e on e.user_id = u.id
where
  u.id = $2
  and u.erased_at is null
for no key update of
  u;
