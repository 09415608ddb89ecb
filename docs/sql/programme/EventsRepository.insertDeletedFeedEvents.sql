insert into deleted_feed_events (feed_conference_id, feed_uid, feed_recurrence_id, feed_title, feed_starts_at)
select
  feed_conference_id,
  feed_uid,
  feed_recurrence_id,
  feed_title,
  feed_starts_at
from events
where
  id = any($1::bigint[])
  and feed_uid is not null
  and (
    feed_conference_id is null
    or exists (
      select
      from conferences c
      where c.id = feed_conference_id
    )
  );
