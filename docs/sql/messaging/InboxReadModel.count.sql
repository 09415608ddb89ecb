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
  and in_app
  and dismissed_at is null
  and clicked_at is null;
