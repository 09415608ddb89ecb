update feedback
set status = $1
where id = any($2::bigint[]);
