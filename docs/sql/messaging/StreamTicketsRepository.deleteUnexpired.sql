delete from stream_tickets t using users u
where
  t.token_hash = $1
  and t.expires_at > $2
  and u.id = t.user_id
returning
  t.user_id,
  t.access_until,
  u.signed_out_at,
  u.is_blocked;
