with
  deleted as (
    delete from conference_invitations
    where
      claimed_by = $1
      or (
        claimed_at is null
        and messenger_id = $2
      )
    returning
      conference_id,
      has_seat
  )
update conferences c
set
  invited_count = c.invited_count - freed.count,
  over_capacity_count = greatest(0, over_capacity_count - freed.count)
from
  (
    select
      conference_id,
      count(*)
    from deleted
    where has_seat
    group by conference_id
  ) freed
where c.id = freed.conference_id
returning c.id;
