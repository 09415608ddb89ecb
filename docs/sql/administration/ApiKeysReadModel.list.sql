-- no filter, 1 of 2
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
where k.revoked_at is null
order by k.id desc
limit $3
offset $4;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      api_keys as k
      left join administrators as a on a.id = k.administrator_id
    where k.revoked_at is null
    limit $1
  ) as counted;

-- by administrator_id, 1 of 2
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
where
  k.administrator_id = $3
  and k.revoked_at is null
order by k.id desc
limit $4
offset $5;

-- by administrator_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      api_keys as k
      left join administrators as a on a.id = k.administrator_id
    where
      k.administrator_id = $1
      and k.revoked_at is null
    limit $2
  ) as counted;

-- by status, 1 of 2
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
where
  case
    when k.revoked_at is not null then 'revoked'
    when a.disabled_at is not null then 'disabled'
    when k.expires_at <= $3 then 'expired'
    else 'valid'
  end = $4
order by k.id desc
limit $5
offset $6;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      api_keys as k
      left join administrators as a on a.id = k.administrator_id
    where
      case
        when k.revoked_at is not null then 'revoked'
        when a.disabled_at is not null then 'disabled'
        when k.expires_at <= $1 then 'expired'
        else 'valid'
      end = $2
    limit $3
  ) as counted;

-- every filter, 1 of 2
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
where
  k.administrator_id = $3
  and case
    when k.revoked_at is not null then 'revoked'
    when a.disabled_at is not null then 'disabled'
    when k.expires_at <= $4 then 'expired'
    else 'valid'
  end = $5
order by k.id desc
limit $6
offset $7;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      api_keys as k
      left join administrators as a on a.id = k.administrator_id
    where
      k.administrator_id = $1
      and case
        when k.revoked_at is not null then 'revoked'
        when a.disabled_at is not null then 'disabled'
        when k.expires_at <= $2 then 'expired'
        else 'valid'
      end = $3
    limit $4
  ) as counted;
