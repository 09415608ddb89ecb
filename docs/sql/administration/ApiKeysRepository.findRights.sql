select
  k.id,
  k.public_id,
  k.administrator_id,
  k.scopes,
  to_jsonb(k.conference_ids) as conference_ids,
  k.allowed_networks::text[],
  k.expires_at,
  k.revoked_at,
  a.disabled_at,
  (
    select
      coalesce(
        json_agg(json_build_object('hash', encode(s.hash, 'hex'), 'expires_at', s.expires_at)),
        '[]'
      )
    from api_key_secrets as s
    where s.key_id = k.id
  ) as secrets
from
  api_keys as k
  left join administrators as a on a.id = k.administrator_id
where k.public_id = $1;
