update speakers
set
  status = $1,
  updated_at = CURRENT_TIMESTAMP(3)
where
  id = $2
  and status = $3;
