delete from events
where
  submitted_by = $1
  and status in ($2, $3)
returning
  id,
  conference_id;
