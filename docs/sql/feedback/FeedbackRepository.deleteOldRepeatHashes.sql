update feedback
set repeat_hash = $1
where
  repeat_hash is not null
  and created_at <= now() - interval '10 minutes';
