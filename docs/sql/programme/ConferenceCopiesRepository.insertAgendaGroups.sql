with
  copied as (
    insert into agenda_groups (conference_id, kind, name, position, capacity, color)
    select
      $1,
      kind,
      name,
      position,
      capacity,
      color
    from agenda_groups
    where
      conference_id = $2
      and kind = $3
    order by
      position,
      id
    returning id
  )
select count(*)
from copied;
