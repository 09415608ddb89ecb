-- adminConferenceAttendees
select
  a.status,
  count(*) as count
from conference_attendances a
where a.conference_id = $1
group by a.status
union all
select
  'invited',
  count(*)
from conference_invitations i
where
  i.conference_id = $2
  and i.claimed_at is null
  and i.withdrawn_at is null;

-- adminEventAttendees
select
  a.status,
  count(*) as count
from event_attendances a
where a.event_id = $1
group by a.status;
