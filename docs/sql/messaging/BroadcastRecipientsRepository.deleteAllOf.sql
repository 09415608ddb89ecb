delete from broadcast_recipients
where user_id = $1;
