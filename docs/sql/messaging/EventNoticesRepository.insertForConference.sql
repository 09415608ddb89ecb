with
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      'conference_cancelled',
      $1,
      $2,
      $3::jsonb
    from users u
    where
      u.id in (
        select user_id
        from conference_attendances
        where
          conference_id = $4
          and status <> 'cancelled'
        union
        select f.user_id
        from
          agenda_items i
          join agenda_favorites f on f.agenda_item_id = i.id
          left join events e on e.id = i.event_id
        where
          i.conference_id = $5
          and (
            e.id is null
            or is_public_event_status(e.status)
          )
      )
      and u.erased_at is null
      and (
        $6 = 'cancelled'
        or not exists (
          select
          from notifications earlier
          where
            earlier.user_id = u.id
            and earlier.type = 'conference_cancelled'
            and earlier.data -> 'conference_id' = to_jsonb($7::bigint)
        )
      )
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
      true
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $8) is null
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
