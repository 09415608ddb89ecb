with
  notified as (
    insert into notifications (user_id, type, title, body, action_url, data, args)
    select
      u.id,
      $1,
      $2,
      $3,
      $4,
      $5::jsonb,
      $6::jsonb
    from users u
    where
      u.id = any($7::bigint[])
      and u.erased_at is null
    for key share
    returning
      id,
      user_id,
      data
  ),
  written as (
    insert into deliveries (notification_id, user_id)
    select
      t.id,
      t.user_id
    from
      notified t
      join users u on u.id = t.user_id
      left join notification_settings s on s.user_id = t.user_id
    where
      $8
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $9) is null
    returning 1
  )
select
  (
    select
      case
        when users.count <= 400 then users.ids
        else '*'
      end || case
        when exists (
          select
          from written
        ) then ',messages'
        else ''
      end
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  ) as notified;
