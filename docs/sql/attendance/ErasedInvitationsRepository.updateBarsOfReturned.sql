update conference_invitations i
set
  barred_user_ids = array_append(i.barred_user_ids, $1::bigint),
  barred_hashes = array(
    select hash
    from unnest(i.barred_hashes) hash
    where hash <> all ($2::text[])
  )
from
  (
    select id
    from conference_invitations
    where
      barred_hashes <> '{}'
      and barred_hashes && $3::text[]
    order by id
    for no key update
  ) barring
where i.id = barring.id;
