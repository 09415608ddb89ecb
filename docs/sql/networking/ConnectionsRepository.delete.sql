delete from connections
where id = $1;
