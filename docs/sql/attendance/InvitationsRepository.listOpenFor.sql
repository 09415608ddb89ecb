select
  id,
  conference_id
from conference_invitations
where
  claimed_at is null
  and messenger_id = $1
union all
select
  id,
  conference_id
from conference_invitations
where
  claimed_at is null
  and messenger_id is null
  and lower(username) = lower($2)
order by
  conference_id,
  id;
