-- topics
insert into notification_settings as s (user_id, muted_topics, quiet_start, quiet_end, quiet_timezone)
select
  u.id,
  $1::text[],
  $2::time,
  $3::time,
  $4
from users u
where
  u.id = $5
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  muted_topics = array(
    select unnest(s.muted_topics || $6::text[])
    except
    select unnest($7::text[])
    order by 1
  )
returning
  muted_topics,
  quiet_start,
  quiet_end,
  quiet_timezone,
  seen_up_to;

-- topics and quiet hours
insert into notification_settings as s (user_id, muted_topics, quiet_start, quiet_end, quiet_timezone)
select
  u.id,
  $1::text[],
  $2::time,
  $3::time,
  $4
from users u
where
  u.id = $5
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  muted_topics = array(
    select unnest(s.muted_topics || $6::text[])
    except
    select unnest($7::text[])
    order by 1
  ),
  quiet_start = excluded.quiet_start,
  quiet_end = excluded.quiet_end,
  quiet_timezone = excluded.quiet_timezone
returning
  muted_topics,
  quiet_start,
  quiet_end,
  quiet_timezone,
  seen_up_to;
