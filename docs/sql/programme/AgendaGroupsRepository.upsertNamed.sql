with
  given as materialized (
    select
      kind,
      name
    from rows
    from (jsonb_to_recordset($1::jsonb) as (kind text, name text)) with ordinality as g (kind, name, place)
    order by
      kind,
      natural_key(name),
      place
  )
select
  kind,
  name as given,
  agenda_group_named($2::bigint, kind, name, true) as name
from given;
