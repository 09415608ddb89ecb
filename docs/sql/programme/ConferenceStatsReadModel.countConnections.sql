select count(*)
from connections c
where
  c.status = 'accepted'
  and c.responded_at >= $1
  and c.responded_at < $2
  and exists (
    select
    from conference_people p
    where
      p.conference_id = $3
      and p.user_id = c.requester_id
  )
  and exists (
    select
    from conference_people p
    where
      p.conference_id = $4
      and p.user_id = c.recipient_id
  );
