update conference_invitations
set company = $1
where
  conference_id = $2
  and id = $3;
