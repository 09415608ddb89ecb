-- conferenceAttendances
update conference_attendances
set
  desk_note = $1,
  version = $2
where
  conference_id = $3
  and user_id = (
    select id
    from users
    where
      id = $4
      and erased_at is null
    for key share
  );

-- eventAttendances
update event_attendances
set
  desk_note = $1,
  version = $2
where
  event_id = $3
  and user_id = (
    select id
    from users
    where
      id = $4
      and erased_at is null
    for key share
  );
