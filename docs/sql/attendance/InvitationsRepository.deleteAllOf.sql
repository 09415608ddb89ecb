delete from conference_invitations
where
  claimed_by = $1
  or (
    claimed_at is null
    and messenger_id = $2
  )
  or (
    claimed_at is null
    and messenger_id is null
    and lower(username) = lower($3)
  );
