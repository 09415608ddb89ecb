delete from stream_tickets
where expires_at <= $1;
