update connections
set
  status = $1,
  message = $2,
  responded_at = $3
where id = $4;
