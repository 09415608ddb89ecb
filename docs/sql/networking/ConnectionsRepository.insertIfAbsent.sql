insert into connections (created_at, message, recipient_id, requester_id)
values ($1, $2, $3, $4)
on conflict do nothing
returning
  id,
  requester_id,
  recipient_id,
  status,
  message,
  created_at,
  responded_at;
