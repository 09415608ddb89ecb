delete from due_settlements
where id = any($1::bigint[]);
