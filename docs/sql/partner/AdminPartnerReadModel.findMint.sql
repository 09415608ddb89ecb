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
  ) as status
from
  partner_mints as m
  inner join users as u on u.id = m.user_id
where m.id = $1
limit $2;
