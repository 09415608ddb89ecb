with
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      'conference_cancelled',
      $1,
      $2,
      $3::jsonb
    from
      conference_attendances a
      join users u on u.id = a.user_id
      and u.erased_at is null
    where
      a.conference_id = $4
      and a.status <> 'cancelled'
    for key share of u
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
      true
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $5) is null
    returning 1
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
          when exists (
            select
            from written
          ) then ',messages'
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
