delete from admin_stream_tickets
where expires_at <= $1;
