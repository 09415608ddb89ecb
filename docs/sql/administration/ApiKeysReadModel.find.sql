select
  k.id,
  k.public_id,
  k.name,
  k.scopes,
  to_jsonb(k.conference_ids) as conference_ids,
  k.allowed_networks::text[],
  k.expires_at,
  k.revoked_at,
  case
    when k.revoked_at is not null then 'revoked'
    when a.disabled_at is not null then 'disabled'
    when k.expires_at <= $1 then 'expired'
    else 'valid'
  end as status,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  k.created_by,
  k.created_at,
  k.last_used_at,
  host(k.last_used_ip) as last_used_ip,
  (
    select s.expires_at
    from api_key_secrets as s
    where
      s.key_id = k.id
      and s.expires_at > $2
  ) as old_secret_valid_until
from
  api_keys as k
  left join administrators as a on a.id = k.administrator_id
where k.id = $3
limit $4;
