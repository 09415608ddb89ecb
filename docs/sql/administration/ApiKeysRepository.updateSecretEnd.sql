update api_key_secrets
set expires_at = $1
where key_id = $2;
