select k.public_id
from
  api_keys as k
  inner join administrators as a on a.id = k.administrator_id
where
  a.messenger_id = $1
  and a.disabled_at is null
  and k.revoked_at is null
  and k.expires_at > $2
  and not k.scopes @> '{*}'
order by k.id desc;
