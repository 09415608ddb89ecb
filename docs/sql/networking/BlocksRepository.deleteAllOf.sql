delete from blocks
where
  blocker_id = $1
  or (blocked_id = $2);
