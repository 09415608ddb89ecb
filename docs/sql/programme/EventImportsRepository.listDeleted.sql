select
  feed_uid,
  feed_recurrence_id,
  feed_title as title,
  feed_starts_at as starts_at
from deleted_feed_events
where
  coalesce(feed_conference_id, 0) = $1
  and feed_uid = any($2::text[]);
