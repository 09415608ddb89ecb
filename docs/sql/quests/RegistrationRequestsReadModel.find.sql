select
  r.id,
  r.status,
  r.source,
  r.message,
  r.reason,
  r.requested_at,
  r.decided_at,
  json_build_object('id', q.id, 'title', q.title) as quest,
  (
    select
      json_build_object(
        'id',
        u.id,
        'messenger_id',
        u.messenger_id,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name,
        'username',
        u.username,
        'photo_url',
        u.photo_url,
        'company',
        u.company,
        'job_title',
        u.job_title,
        'is_blocked',
        u.is_blocked
      )
    from users u
    where u.id = r.user_id
  ) as "user"
from
  quest_registration_requests as r
  join quests q on q.id = r.quest_id
  and q.deleted_at is null
where r.id = $1
limit $2;
