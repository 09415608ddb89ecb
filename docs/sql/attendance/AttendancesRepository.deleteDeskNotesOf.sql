-- conferenceAttendances
update conference_attendances
set desk_note = $1
where
  user_id = $2
  and desk_note is not null;

-- eventAttendances
update event_attendances
set desk_note = $1
where
  user_id = $2
  and desk_note is not null;
