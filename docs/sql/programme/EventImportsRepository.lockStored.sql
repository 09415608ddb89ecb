select
  id,
  conference_id,
  feed_uid,
  feed_recurrence_id,
  feed_variant,
  feed_fingerprint,
  feed_revision,
  status,
  cancelled_by_feed,
  feed_title as title,
  feed_starts_at as starts_at
from events
where
  coalesce(feed_conference_id, 0) = $1
  and feed_uid = any($2::text[])
order by id asc
for update;
