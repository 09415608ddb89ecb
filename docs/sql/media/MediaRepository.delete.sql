delete from media
where id = $1;
