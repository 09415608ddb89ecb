delete from unsigned_calls
where id = $1;
