update conference_invitations
set company = $1
where id = $2;
