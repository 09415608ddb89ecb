select
  i.id,
  i.conference_id,
  i.first_name,
  i.last_name,
  i.company,
  i.ticket_type,
  i.is_walk_in,
  i.checked_in_at,
  i.check_in_nonce,
  i.queue_number,
  i.has_seat,
  i.claimed_by,
  i.claimed_at,
  i.withdrawn_at,
  c.status = 'cancelled' as is_cancelled
from
  conference_invitations i
  join conferences c on c.id = i.conference_id
where
  i.conference_id = $1
  and (
    i.ticket_code_hash = any($2::text[])
    or i.scan_code_hash = any($3::text[])
  )
order by i.ticket_code_hash = any($4::text[]) desc nulls last
limit 1;
