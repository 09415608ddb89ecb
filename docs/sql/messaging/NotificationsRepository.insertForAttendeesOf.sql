with
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      $1,
      $2,
      $3 || e.title,
      jsonb_build_object('event_id', e.id)
    from
      events e
      join event_attendances a on a.event_id = e.id
      and a.status <> 'cancelled'
      join users u on u.id = a.user_id
      and u.erased_at is null
    where
      e.id = any($4::bigint[])
      and not exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'draft'
      )
    for key share of u
    returning
      id,
      user_id
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
