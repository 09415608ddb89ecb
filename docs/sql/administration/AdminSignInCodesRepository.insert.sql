insert into admin_sign_in_codes (code_hash, expires_at, key_id)
values ($1, $2, $3);
