update users
set
  notifications_enabled = $1,
  notifications_set_at = least($2::timestamptz, clock_timestamp()),
  updated_at = now()
where
  messenger_id = $3
  and coalesce(
    notifications_set_at < (least($4::timestamptz, clock_timestamp()) + interval '1 second'),
    true
  );
