delete from notification_settings
where user_id = $1;
