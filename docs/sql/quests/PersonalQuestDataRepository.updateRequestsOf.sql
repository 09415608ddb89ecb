update quest_registration_requests
set
  message = null,
  reason = null,
  status = case
    when status = 'pending' then 'rejected'
    else status
  end,
  decided_at = coalesce(decided_at, $1)
where user_id = $2
returning id;
