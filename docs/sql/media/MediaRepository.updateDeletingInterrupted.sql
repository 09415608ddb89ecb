update media
set status = $1
where
  status = $2
  and created_at < $3;
