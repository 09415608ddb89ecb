select count(*)
from pgboss.job
where
  state < 'completed'
  and start_after <= now()
  and name <> 'dead-jobs';
