-- by id
select
  i.id,
  i.event_id,
  i.title,
  i.starts_at,
  i.ends_at,
  i.room,
  i.status,
  i.edited_fields,
  i.cancelled_by_import
from agenda_items as i
where i.id = any($1::bigint[])
order by i.id asc
limit $2
for update of
  i;

-- every filter
select
  i.id,
  i.event_id,
  i.title,
  i.starts_at,
  i.ends_at,
  i.room,
  i.status,
  i.edited_fields,
  i.cancelled_by_import
from agenda_items as i
where
  i.conference_id = $1
  and (
    i.starts_at >= $2
    or (
      i.starts_at <= $3
      and i.ends_at > $4
    )
  )
  and i.starts_at < $5
  and folded_name(i.room) = folded_name($6)
  and folded_name(i.track) = folded_name($7)
order by i.id asc
limit $8
for update of
  i;
