-- 1 of 2
select
  g.id,
  g.name,
  g."position",
  g.capacity,
  g.color
from agenda_groups as g
where
  conference_id = $1
  and kind = $2
order by
  g."position" asc,
  g.id asc
limit $3
offset $4;

-- 2 of 2
select count(*) as total
from
  (
    select 1
    from agenda_groups as g
    where
      conference_id = $1
      and kind = $2
    limit $3
  ) as counted;
