delete from unsigned_calls
where user_id = $1;
