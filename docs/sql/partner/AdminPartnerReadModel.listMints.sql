-- no filter, 1 of 2
select
  m.id,
  m.try,
  m.partner_mint_id,
  m.token_id,
  m.transaction_hash,
  m.explorer_url,
  m.failure_code as failure_reason,
  m.created_at,
  m.requested_at,
  m.finished_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as status,
  json_build_array(m.id, m.id) as sort_place
from
  partner_mints as m
  inner join users as u on u.id = m.user_id
order by m.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      partner_mints as m
      inner join users as u on u.id = m.user_id
    limit $1
  ) as counted;

-- by status, 1 of 2
select
  m.id,
  m.try,
  m.partner_mint_id,
  m.token_id,
  m.transaction_hash,
  m.explorer_url,
  m.failure_code as failure_reason,
  m.created_at,
  m.requested_at,
  m.finished_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as status,
  json_build_array(m.id, m.id) as sort_place
from
  partner_mints as m
  inner join users as u on u.id = m.user_id
where
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) = $1
order by m.id desc
limit $2
offset $3;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      partner_mints as m
      inner join users as u on u.id = m.user_id
    where
      (
        case m.status
          when 'unknown' then 'pending'
          else m.status
        end
      ) = $1
    limit $2
  ) as counted;

-- by failure_reason, 1 of 2
select
  m.id,
  m.try,
  m.partner_mint_id,
  m.token_id,
  m.transaction_hash,
  m.explorer_url,
  m.failure_code as failure_reason,
  m.created_at,
  m.requested_at,
  m.finished_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as status,
  json_build_array(m.id, m.id) as sort_place
from
  partner_mints as m
  inner join users as u on u.id = m.user_id
where m.failure_code = $1
order by m.id desc
limit $2
offset $3;

-- by failure_reason, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      partner_mints as m
      inner join users as u on u.id = m.user_id
    where m.failure_code = $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  m.id,
  m.try,
  m.partner_mint_id,
  m.token_id,
  m.transaction_hash,
  m.explorer_url,
  m.failure_code as failure_reason,
  m.created_at,
  m.requested_at,
  m.finished_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as status,
  json_build_array(m.id, m.id) as sort_place
from
  partner_mints as m
  inner join users as u on u.id = m.user_id
where
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) = $1
  and m.failure_code = $2
order by m.id desc
limit $3
offset $4;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      partner_mints as m
      inner join users as u on u.id = m.user_id
    where
      (
        case m.status
          when 'unknown' then 'pending'
          else m.status
        end
      ) = $1
      and m.failure_code = $2
    limit $3
  ) as counted;

-- after a cursor
select
  m.id,
  m.try,
  m.partner_mint_id,
  m.token_id,
  m.transaction_hash,
  m.explorer_url,
  m.failure_code as failure_reason,
  m.created_at,
  m.requested_at,
  m.finished_at,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
  (
    case m.status
      when 'unknown' then 'pending'
      else m.status
    end
  ) as status,
  json_build_array(m.id, m.id) as sort_place
from
  partner_mints as m
  inner join users as u on u.id = m.user_id
where (m.id) > ($1)
order by m.id asc
limit $2;
