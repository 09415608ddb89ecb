select count(distinct user_id) as users
from notifications
where
  id > $1
  -- Other transactions commit notifications, too.
  and xmin = pg_current_xact_id()::xid;
