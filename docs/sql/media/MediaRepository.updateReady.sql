update media
set status = $1
where
  id = $2
  and status = $3
returning
  id,
  key,
  user_id,
  kind,
  storage,
  purpose,
  status,
  mime_type,
  bytes,
  width,
  height,
  frames,
  variants,
  variant_keys,
  created_at;
