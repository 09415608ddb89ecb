delete from messenger_updates
where received_at <= now() - interval '48 hours';
