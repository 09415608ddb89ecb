with
  locked as (
    select *
    from agenda_items
    where conference_id = $1
    order by id
    for update
  )
select
  i.id,
  i.title,
  i.kind,
  i.room,
  i.starts_at,
  i.import_key,
  i.import_source,
  i.edited_fields,
  case
    when e.status = 'cancelled'
    or exists (
      select
      from conferences d
      where
        d.id = i.conference_id
        and d.status = 'cancelled'
    ) then 'cancelled'
    else i.status
  end as status
from
  locked i
  left join events e on e.id = i.event_id
order by
  i.starts_at,
  i.id;
