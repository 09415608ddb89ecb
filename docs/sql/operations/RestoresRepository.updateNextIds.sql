select count(nextval(c.oid::regclass))
from
  pg_class c
  join pg_depend d on d.objid = c.oid
  and d.classid = 'pg_class'::regclass
  and d.deptype = 'i'
  cross join generate_series(1, $1)
where
  c.relkind = 'S'
  and c.relnamespace = current_schema()::regnamespace;
