update feedback
set
  user_id = $1,
  contact = $2,
  context = $3,
  note = $4,
  repeat_hash = $5
where user_id = $6
returning id;
