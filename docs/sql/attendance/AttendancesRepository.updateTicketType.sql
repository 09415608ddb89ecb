-- conferenceAttendances
update conference_attendances
set
  ticket_type = $1,
  version = $2
where
  conference_id = $3
  and user_id = $4;
