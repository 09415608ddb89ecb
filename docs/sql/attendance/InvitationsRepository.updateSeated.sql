with
  seated as (
    update conference_invitations i
    set has_seat = true
    where
      i.id = $1
      and i.claimed_at is null
      and i.withdrawn_at is null
      and not i.has_seat
    returning i.id
  )
update conferences
set
  invited_count = invited_count + 1,
  over_capacity_count = over_capacity_count + $2
where
  id = $3
  and exists (
    select
    from seated
  )
returning id;
