update media
set
  bytes = $1,
  variants = $2
where id = $3;
