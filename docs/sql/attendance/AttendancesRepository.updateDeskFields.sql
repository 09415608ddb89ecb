-- conferenceAttendances
with
  edited as (
    select
      u.id as user_id,
      e.version
    from
      unnest($1::bigint[], $2::integer[]) with ordinality e (user_id, version, n)
      join users u on u.id = e.user_id
      and u.erased_at is null
    order by e.n
    for key share of u
  )
update conference_attendances as a
set
  desk_note = $3,
  version = edited.version
from edited
where
  a.conference_id = $4
  and a.user_id = edited.user_id;

-- eventAttendances
with
  edited as (
    select
      u.id as user_id,
      e.version
    from
      unnest($1::bigint[], $2::integer[]) with ordinality e (user_id, version, n)
      join users u on u.id = e.user_id
      and u.erased_at is null
    order by e.n
    for key share of u
  )
update event_attendances as a
set
  desk_note = $3,
  version = edited.version
from edited
where
  a.event_id = $4
  and a.user_id = edited.user_id;
