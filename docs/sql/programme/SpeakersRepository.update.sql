update speakers
set
  name = $1,
  socials = $2,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $3;
