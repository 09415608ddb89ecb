select count(*) as count
from conference_invitations
where
  conference_id = $1
  and checked_in_at is not null;
