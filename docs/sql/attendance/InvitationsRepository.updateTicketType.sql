update conference_invitations
set ticket_type = $1
where
  conference_id = $2
  and id = any($3::bigint[]);
