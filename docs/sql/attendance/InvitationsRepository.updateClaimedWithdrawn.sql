update conference_invitations
set withdrawn_at = $1
where
  conference_id = $2
  and withdrawn_at is null
  and claimed_by = any($3::bigint[]);
