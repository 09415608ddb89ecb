with
  notified as (
    select $1::bigint as user_id
  ),
  gone as (
    delete from stream_tickets
    where user_id = $2
  )
select
  (
    select
      pg_notify(
        'hallway_notifications',
        case
          when users.count <= 400 then users.ids
          else '*'
        end || case
          when false then ',messages'
          else ''
        end
      )
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  );
