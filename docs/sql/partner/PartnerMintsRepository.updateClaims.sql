with
  due as (
    select
      id,
      status,
      partner_mint_id
    from partner_mints
    where
      status in ('pending', 'unknown')
      and next_poll_at <= now()
    order by next_poll_at
    limit $1
    for update
      skip locked
  )
update partner_mints m
set
  status = case
    when due.partner_mint_id is null then 'unknown'
    else due.status
  end,
  next_poll_at = now() + $2 * interval '1 millisecond',
  polls = m.polls + 1
from due
where m.id = due.id
returning
  m.id,
  m.user_id,
  m.try,
  m.polls - 1 as polls,
  due.status = 'unknown'
  or due.partner_mint_id is not null as is_sent,
  m.requested_at < now() - interval '24 hours' as is_late;
