delete from speakers
where id = $1;
