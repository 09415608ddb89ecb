select
  r.id,
  json_build_object('id', q.id, 'title', q.title) as quest,
  r.status,
  r.source,
  r.message,
  r.reason,
  r.requested_at,
  r.decided_at
from
  quest_registration_requests r
  join quests q on q.id = r.quest_id
where r.user_id = $1
order by r.id;
