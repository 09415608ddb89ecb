insert into partner_erased (account_hash, erased_at, key_id)
values ($1, $2, $3)
on conflict (account_hash) do update
set
  account_hash = excluded.account_hash,
  erased_at = excluded.erased_at,
  key_id = excluded.key_id;
