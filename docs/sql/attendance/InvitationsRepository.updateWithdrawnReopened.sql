with
  reopened as (
    update conference_invitations
    set
      withdrawn_at = null,
      claimed_by = null,
      claimed_at = null,
      claimed_with = null,
      has_seat = $1,
      queue_number = nextval('attendance_queue')
    where id = $2
    returning has_seat
  )
update conferences
set invited_count = invited_count + 1
where
  id = $3
  and exists (
    select
    from reopened
    where has_seat
  );
