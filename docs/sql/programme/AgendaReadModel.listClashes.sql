-- all
with
  booked as not materialized (
    select
      i.id,
      i.conference_id,
      i.title,
      i.room,
      folded_name(i.room) as folded_room,
      i.starts_at,
      i.ends_at,
      greatest(e.capacity, e.attendee_count) as seats
    from
      agenda_items i
      left join events e on e.id = i.event_id
    where
      i.status = 'scheduled'
      and (
        e.id is null
        or e.status in ('pending', 'approved')
      )
      and i.starts_at < i.ends_at
  )
select
  one.id as of_id,
  'room' as kind,
  other.id as agenda_item_id,
  other.title,
  null::bigint as speaker_id,
  one.room as name,
  null::integer as capacity,
  null::integer as seats
from
  booked one
  join booked other on other.conference_id = one.conference_id
  and other.folded_room = one.folded_room
  and other.starts_at < one.ends_at
  and one.starts_at < other.ends_at
  and other.id <> one.id
where one.id = any($1::bigint[])
union all
select
  one.id,
  'speaker',
  other.id,
  other.title,
  s.id,
  s.name,
  null,
  null
from
  booked one
  join agenda_item_speakers x on x.agenda_item_id = one.id
  join agenda_item_speakers y on y.speaker_id = x.speaker_id
  and y.agenda_item_id <> one.id
  join booked other on other.id = y.agenda_item_id
  and other.starts_at < one.ends_at
  and one.starts_at < other.ends_at
  join speakers s on s.id = x.speaker_id
where one.id = any($2::bigint[])
union all
select
  one.id,
  'capacity',
  one.id,
  one.title,
  null,
  g.name,
  g.capacity,
  one.seats
from
  booked one
  join agenda_groups g on g.conference_id = one.conference_id
  and g.kind = 'room'
  and folded_name(g.name) = one.folded_room
  and g.capacity < one.seats
where one.id = any($3::bigint[])
order by
  kind,
  agenda_item_id,
  speaker_id;

-- of a limited key
with
  booked as not materialized (
    select
      i.id,
      i.conference_id,
      i.title,
      i.room,
      folded_name(i.room) as folded_room,
      i.starts_at,
      i.ends_at,
      greatest(e.capacity, e.attendee_count) as seats
    from
      agenda_items i
      left join events e on e.id = i.event_id
    where
      i.status = 'scheduled'
      and (
        e.id is null
        or e.status in ('pending', 'approved')
      )
      and i.starts_at < i.ends_at
  )
select
  one.id as of_id,
  'room' as kind,
  other.id as agenda_item_id,
  other.title,
  null::bigint as speaker_id,
  one.room as name,
  null::integer as capacity,
  null::integer as seats
from
  booked one
  join booked other on other.conference_id = one.conference_id
  and other.folded_room = one.folded_room
  and other.starts_at < one.ends_at
  and one.starts_at < other.ends_at
  and other.id <> one.id
where one.id = any($1::bigint[])
union all
select
  one.id,
  'speaker',
  other.id,
  other.title,
  s.id,
  s.name,
  null,
  null
from
  booked one
  join agenda_item_speakers x on x.agenda_item_id = one.id
  join agenda_item_speakers y on y.speaker_id = x.speaker_id
  and y.agenda_item_id <> one.id
  join booked other on other.id = y.agenda_item_id
  and other.starts_at < one.ends_at
  and one.starts_at < other.ends_at
  and other.conference_id = any($2::bigint[])
  join speakers s on s.id = x.speaker_id
where one.id = any($3::bigint[])
union all
select
  one.id,
  'capacity',
  one.id,
  one.title,
  null,
  g.name,
  g.capacity,
  one.seats
from
  booked one
  join agenda_groups g on g.conference_id = one.conference_id
  and g.kind = 'room'
  and folded_name(g.name) = one.folded_room
  and g.capacity < one.seats
where one.id = any($4::bigint[])
order by
  kind,
  agenda_item_id,
  speaker_id;
