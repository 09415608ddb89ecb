delete from events
where conference_id = $1;
