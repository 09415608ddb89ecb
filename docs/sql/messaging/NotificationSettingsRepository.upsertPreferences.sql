-- topics
insert into
  notification_settings as s (
    user_id,
    muted_topics,
    quiet_start,
    quiet_end,
    quiet_timezone,
    quiet_strict,
    reminder_minutes,
    reminder_for
  )
select
  u.id,
  $1::text[],
  $2::time,
  $3::time,
  $4,
  $5,
  coalesce($6::smallint, 10),
  coalesce($7::text[], '{favorites,seats}')
from users u
where
  u.id = $8
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  muted_topics = array(
    select unnest(s.muted_topics || $9::text[])
    except
    select unnest($10::text[])
    order by 1
  ),
  reminder_minutes = coalesce($11::smallint, s.reminder_minutes),
  reminder_for = coalesce($12::text[], s.reminder_for)
returning
  muted_topics,
  quiet_start,
  quiet_end,
  quiet_timezone,
  quiet_strict,
  seen_up_to,
  reminder_minutes,
  reminder_for;

-- topics and quiet hours
insert into
  notification_settings as s (
    user_id,
    muted_topics,
    quiet_start,
    quiet_end,
    quiet_timezone,
    quiet_strict,
    reminder_minutes,
    reminder_for
  )
select
  u.id,
  $1::text[],
  $2::time,
  $3::time,
  $4,
  $5,
  coalesce($6::smallint, 10),
  coalesce($7::text[], '{favorites,seats}')
from users u
where
  u.id = $8
  and u.erased_at is null
for key share
on conflict (user_id) do update
set
  muted_topics = array(
    select unnest(s.muted_topics || $9::text[])
    except
    select unnest($10::text[])
    order by 1
  ),
  reminder_minutes = coalesce($11::smallint, s.reminder_minutes),
  reminder_for = coalesce($12::text[], s.reminder_for),
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
  seen_up_to,
  reminder_minutes,
  reminder_for;
