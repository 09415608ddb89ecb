-- with attendees
with
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      g.type,
      g.title,
      g.body,
      g.data
    from
      jsonb_to_recordset($1::jsonb) as g (
        agenda_item_id bigint,
        conference_id bigint,
        event_id bigint,
        type text,
        title text,
        body text,
        data jsonb
      )
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
        union
        select submitted_by
        from events
        where
          id = g.event_id
          and submitted_by is not null
      ) p
      join users u on u.id = p.user_id
      and u.erased_at is null
    where
      not exists (
        select
        from conferences d
        where
          d.id = g.conference_id
          and d.status = 'draft'
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
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $2) is null
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

-- without attendees
with
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      g.type,
      g.title,
      g.body,
      g.data
    from
      jsonb_to_recordset($1::jsonb) as g (
        agenda_item_id bigint,
        conference_id bigint,
        event_id bigint,
        type text,
        title text,
        body text,
        data jsonb
      )
      cross join lateral (
        select user_id
        from agenda_favorites
        where agenda_item_id = g.agenda_item_id
        except
        (
          select user_id
          from event_attendances
          where
            event_id = g.event_id
            and status <> 'cancelled'
          union
          select submitted_by
          from events
          where
            id = g.event_id
            and submitted_by is not null
        )
      ) p
      join users u on u.id = p.user_id
      and u.erased_at is null
    where
      not exists (
        select
        from conferences d
        where
          d.id = g.conference_id
          and d.status = 'draft'
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
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $2) is null
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
