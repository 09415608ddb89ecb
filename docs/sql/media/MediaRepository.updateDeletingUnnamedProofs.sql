update media
set status = $1
where
  purpose = $2
  and status = $3
  and created_at < $4;
