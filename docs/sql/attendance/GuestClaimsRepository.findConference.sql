select conference_id
from conference_invitations
where id = $1
limit $2;
