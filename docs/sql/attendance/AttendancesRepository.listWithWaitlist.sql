-- conferenceAttendances
select distinct
  conference_id
from conference_attendances
where
  conference_id = any($1::bigint[])
  and status = $2
order by conference_id asc;

-- eventAttendances
select distinct
  event_id
from event_attendances
where
  event_id = any($1::bigint[])
  and status = $2
order by event_id asc;
