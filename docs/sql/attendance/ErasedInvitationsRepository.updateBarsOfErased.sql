update conference_invitations i
set
  barred_user_ids = array_remove(i.barred_user_ids, $1::bigint),
  barred_hashes = array_append(i.barred_hashes, $2::text)
from
  (
    select id
    from conference_invitations
    where
      barred_user_ids <> '{}'
      and barred_user_ids @> array[$3::bigint]
    order by id
    for no key update
  ) barring
where i.id = barring.id;
