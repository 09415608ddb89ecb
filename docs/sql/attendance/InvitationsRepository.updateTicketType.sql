update conference_invitations
set ticket_type = $1
where id = any($2::bigint[]);
