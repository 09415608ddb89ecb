update api_keys
set
  last_used_at = $1,
  last_used_ip = $2
where id = $3;
