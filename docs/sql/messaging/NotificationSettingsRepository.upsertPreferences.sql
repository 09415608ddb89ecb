-- topics
insert into notification_settings as s (user_id, muted_topics, quiet_start, quiet_end, quiet_timezone, quiet_strict)
select
  u.id,
  $1::text[],
  $2::time,
  $3::time,
  $4,
  $5
from users u
where
  u.id = $6
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  muted_topics = array(
    select unnest(s.muted_topics || $7::text[])
    except
    select unnest($8::text[])
    order by 1
  )
returning
  muted_topics,
  quiet_start,
  quiet_end,
  quiet_timezone,
  quiet_strict,
  seen_up_to;

-- topics and quiet hours
insert into notification_settings as s (user_id, muted_topics, quiet_start, quiet_end, quiet_timezone, quiet_strict)
select
  u.id,
  $1::text[],
  $2::time,
  $3::time,
  $4,
  $5
from users u
where
  u.id = $6
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  muted_topics = array(
    select unnest(s.muted_topics || $7::text[])
    except
    select unnest($8::text[])
    order by 1
  ),
  quiet_start = excluded.quiet_start,
  quiet_end = excluded.quiet_end,
  quiet_timezone = excluded.quiet_timezone,
  quiet_strict = excluded.quiet_strict
returning
  muted_topics,
  quiet_start,
  quiet_end,
  quiet_timezone,
  quiet_strict,
  seen_up_to;
