-- conferenceAttendances
select status
from conference_attendances
where
  conference_id = $1
  and user_id = $2
limit $3
for share;

-- eventAttendances
select status
from event_attendances
where
  event_id = $1
  and user_id = $2
limit $3
for share;
