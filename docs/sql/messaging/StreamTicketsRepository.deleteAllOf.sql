with
  gone as (
    delete from stream_tickets
    where user_id = $1
  )
select pg_notify('hallway_notifications', $2::bigint::text);
