delete from conference_invitations
where
  conference_id = $1
  and id = $2;
