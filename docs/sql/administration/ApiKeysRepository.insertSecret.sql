insert into api_key_secrets (hash, key_id)
values ($1, $2);
