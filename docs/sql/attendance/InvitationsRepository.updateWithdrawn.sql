with
  withdrawn as (
    update conference_invitations i
    set
      withdrawn_at = $1,
      has_seat = false
    from conference_invitations old
    where
      i.id = any($2::bigint[])
      and old.id = i.id
    returning old.has_seat
  ),
  freed as (
    select count(*) as seats
    from withdrawn
    where has_seat
  )
update conferences
set
  invited_count = invited_count - freed.seats,
  over_capacity_count = greatest(0, over_capacity_count - freed.seats)
from freed
where
  id = $3
  and freed.seats > 0;
