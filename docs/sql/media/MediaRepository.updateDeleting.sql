update media
set status = $1
where id = $2;
