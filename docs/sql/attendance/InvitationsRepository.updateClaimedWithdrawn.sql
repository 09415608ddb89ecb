update conference_invitations
set withdrawn_at = $1
where
  conference_id = $2
  and claimed_by = $3
  and withdrawn_at is null;
