-- all
select
  id,
  feed_uid,
  feed_recurrence_id,
  title,
  starts_at,
  status
from events
where
  coalesce(feed_conference_id, 0) = $1
  and feed_uid is not null
  and feed_url_hash is not distinct from $2
  and status in ($3, $4)
order by
  starts_at asc,
  id asc;

-- of a limited key
select
  id,
  feed_uid,
  feed_recurrence_id,
  title,
  starts_at,
  status
from events
where
  coalesce(feed_conference_id, 0) = $1
  and feed_uid is not null
  and feed_url_hash is not distinct from $2
  and status in ($3, $4)
  and conference_id = any($5::bigint[])
order by
  starts_at asc,
  id asc;
