with
  withdrawn as (
    update conference_invitations i
    set
      withdrawn_at = $1,
      has_seat = false
    from conference_invitations old
    where
      i.id = $2
      and old.id = i.id
    returning old.has_seat
  )
update conferences
set
  invited_count = invited_count - 1,
  over_capacity_count = greatest(0, over_capacity_count - 1)
where
  id = $3
  and exists (
    select
    from withdrawn
    where has_seat
  );
