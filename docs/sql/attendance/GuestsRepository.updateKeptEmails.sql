update conference_invitations i
set email_encrypted = kept.encrypted
from unnest($1::bigint[], $2::bytea[]) as kept (id, encrypted)
where i.id = kept.id;
