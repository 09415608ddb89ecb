select
  ceil(
    extract(
      epoch
      from next_poll_at - now()
    ) * 1000
  )::float8 as ms
from partner_mints
where status in ($1, $2)
order by next_poll_at asc
limit $3;
