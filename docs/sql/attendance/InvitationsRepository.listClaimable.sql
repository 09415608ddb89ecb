select
  i.id,
  i.conference_id
from
  conference_invitations i
  join users u on u.messenger_id = i.messenger_id
where
  i.conference_id = $1
  and i.claimed_at is null
  and i.withdrawn_at is null
  and u.id <> all (i.barred_user_ids)
union
select
  i.id,
  i.conference_id
from
  conference_invitations i
  join users u on lower(u.username) = lower(i.username)
where
  i.conference_id = $2
  and i.claimed_at is null
  and i.withdrawn_at is null
  and u.id <> all (i.barred_user_ids)
  and i.messenger_id is null
order by id;
