delete from calendar_links
where user_id = $1;
