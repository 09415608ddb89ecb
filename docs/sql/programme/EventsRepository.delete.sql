delete from events
where id = $1;
