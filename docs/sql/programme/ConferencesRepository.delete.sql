delete from conferences
where id = $1;
