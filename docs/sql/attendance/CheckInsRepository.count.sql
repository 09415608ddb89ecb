-- conferenceCheckIns
select count(*) as count
from conference_attendances
where
  conference_id = $1
  and status = $2;

-- eventCheckIns
select count(*) as count
from event_attendances
where
  event_id = $1
  and status = $2;
