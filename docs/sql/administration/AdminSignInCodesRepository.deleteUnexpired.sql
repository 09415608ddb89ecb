delete from admin_sign_in_codes c using api_keys k
where
  k.id = c.key_id
  and c.code_hash = $1
  and c.expires_at > $2
returning k.public_id;
