select
  k.id,
  k.public_id,
  k.expires_at
from
  api_keys as k
  left join administrators as a on a.id = k.administrator_id
where
  k.revoked_at is null
  and k.scopes @> '{*}'
  and k.conference_ids is null
  and k.allowed_networks is null
  and (
    k.expires_at is null
    or k.expires_at > $1
  )
  and a.disabled_at is null
  and exists (
    select
    from api_key_secrets as s
    where
      s.key_id = k.id
      and (
        s.expires_at is null
        or s.expires_at > $2
      )
  )
order by
  k.expires_at desc nulls first,
  k.id
limit 2;
