select
  muted_topics,
  quiet_start,
  quiet_end,
  quiet_timezone,
  quiet_strict,
  seen_up_to,
  reminder_minutes,
  reminder_for
from notification_settings
where user_id = $1
limit $2;
