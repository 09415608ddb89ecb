with
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      'programme_changed',
      $1,
      $2,
      n.data
    from
      (
        select
          p.user_id,
          jsonb_build_object(
            'conference_id',
            $3::bigint,
            'event_ids',
            coalesce(
              jsonb_agg(
                g.event_id
                order by g.event_id
              ) filter (
                where g.event_id is not null
              ),
              '[]'
            ),
            'agenda_item_ids',
            jsonb_agg(
              g.agenda_item_id
              order by g.agenda_item_id
            )
          ) as data
        from
          jsonb_to_recordset($4::jsonb) as g (agenda_item_id bigint, event_id bigint)
          cross join lateral (
            select user_id
            from agenda_favorites
            where agenda_item_id = g.agenda_item_id
            union
            select user_id
            from event_attendances
            where
              event_id = g.event_id
              and status <> 'cancelled'
          ) p
        group by p.user_id
      ) n
      join users u on u.id = n.user_id
      and u.erased_at is null
    where
      not exists (
        select
        from conferences d
        where
          d.id = $5::bigint
          and d.status = 'draft'
      )
      and not exists (
        select
        from notifications given
        where
          given.user_id = u.id
          and given.type = 'programme_changed'
          and given.created_at = now()::timestamptz(3)
      )
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
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $6) is null
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
