delete from api_key_secrets
where
  key_id = $1
  and expires_at is not null;
