select partner_mints.id
from
  partner_mints
  inner join restores as r on r.done_at >= partner_mints.requested_at
where
  partner_mints.id = $1
  and r.is_resent = $2
limit $3;
