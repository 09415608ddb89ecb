delete from admin_stream_tickets
where
  token_hash = $1
  and expires_at > $2
returning credential;
