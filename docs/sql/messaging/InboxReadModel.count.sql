select
  count(*) as unread_count,
  count(*) filter (
    where
      id > coalesce(
        (
          select seen_up_to
          from notification_settings
          where user_id = $1
        ),
        0
      )
  ) as unseen_count
from notifications
where
  user_id = $2
  and is_unread(in_app, dismissed_at, clicked_at);
