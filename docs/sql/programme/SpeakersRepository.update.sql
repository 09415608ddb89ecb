update speakers
set
  name = $1,
  socials = $2,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $3;
