update feedback
set repeat_hash = $1
where
  repeat_hash = $2
  and created_at <= $3;
