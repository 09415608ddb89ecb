insert into erased_people (erased_at, is_blocked, key_id, messenger_hash)
values ($1, $2, $3, $4)
on conflict (messenger_hash) do update
set
  erased_at = excluded.erased_at,
  is_blocked = excluded.is_blocked,
  key_id = excluded.key_id,
  messenger_hash = excluded.messenger_hash;
