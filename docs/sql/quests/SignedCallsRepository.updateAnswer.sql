update signed_calls
set
  status = $1,
  answer = $2
where
  quest_id = $3
  and webhook_id = $4;
