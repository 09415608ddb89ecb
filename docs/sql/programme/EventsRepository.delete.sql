delete from events
where id = $1
returning
  id,
  conference_id,
  source;
