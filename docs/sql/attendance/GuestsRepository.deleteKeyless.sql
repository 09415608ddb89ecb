delete from conference_invitations
where id = $1;
