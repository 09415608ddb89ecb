update feedback
set
  status = $1,
  note = $2
where id = $3;
