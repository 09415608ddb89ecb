delete from point_totals
where user_id = any($1::bigint[]);
