update point_ledger
set reason = $1
where
  user_id = $2
  and reason is not null
  and not reason = $3;
