delete from recommendation_dismissals
where
  user_id = $1
  or (dismissed_id = $2);
