-- conferenceAttendances
update conference_attendances
set ticket_type = $1
where
  conference_id = $2
  and user_id = $3;
