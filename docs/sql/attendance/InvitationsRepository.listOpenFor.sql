select
  i.id,
  i.conference_id
from
  conference_invitations i
  join conferences c on c.id = i.conference_id
  and c.status <> 'cancelled'
where
  i.claimed_at is null
  and i.withdrawn_at is null
  and $1 <> all (i.barred_user_ids)
  and i.messenger_id = $2
union all
select
  i.id,
  i.conference_id
from
  conference_invitations i
  join conferences c on c.id = i.conference_id
  and c.status <> 'cancelled'
where
  i.claimed_at is null
  and i.withdrawn_at is null
  and $3 <> all (i.barred_user_ids)
  and i.messenger_id is null
  and lower(i.username) = lower($4)
order by
  conference_id,
  id;
