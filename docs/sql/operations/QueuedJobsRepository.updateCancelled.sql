update pgboss.job as j
set
  state = $1,
  completed_on = CURRENT_TIMESTAMP
where j.id = $2;
