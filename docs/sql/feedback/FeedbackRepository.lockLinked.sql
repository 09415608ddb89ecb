-- a conference
select c.id as conference_id
from conferences c
where
  c.id = $1
  and c.status <> 'draft'
for key share of c;

-- an event
select e.conference_id
from events e
where
  e.id = $1
  and is_public_event_status(e.status)
  and exists (
    select
    from conferences d
    where
      d.id = e.conference_id
      and d.status = 'draft'
  ) is not true
for key share of e;

-- an agenda item
select i.conference_id
from
  agenda_items i
  left join events e on e.id = i.event_id
where
  i.id = $1
  and (
    e.id is null
    or is_public_event_status(e.status)
  )
  and exists (
    select
    from conferences d
    where
      d.id = i.conference_id
      and d.status = 'draft'
  ) is not true
for share of
  i;
