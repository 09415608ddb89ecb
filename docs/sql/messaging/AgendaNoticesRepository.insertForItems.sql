-- with attendees
with
  given as (
    select *
    from
      jsonb_to_recordset($1::jsonb) as g (
        event_id bigint,
        agenda_item_id bigint,
        conference_id bigint,
        type text,
        title text,
        body text,
        data jsonb,
        changes jsonb
      )
  ),
  addressed as (
    select
      p.user_id,
      g.agenda_item_id
    from
      given g
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
    where
      exists (
        select
        from conferences d
        where
          d.id = g.conference_id
          and d.status = 'draft'
      ) is not true
  ),
  replaced as materialized (
    select
      n.id,
      n.user_id,
      g.agenda_item_id,
      n.data -> 'changes' as changes,
      g.changes -> 'status' is null
      and exists (
        select
        from deliveries d
        where
          d.notification_id = n.id
          and d.status in ('sending', 'sent')
      ) as is_sent
    from
      addressed a
      join given g on g.agenda_item_id = a.agenda_item_id
      join notifications n on n.user_id = a.user_id
    where
      n.type in ('agenda_item_updated', 'agenda_item_cancelled')
      and n.data -> 'agenda_item_id' = to_jsonb(g.agenda_item_id)
      and n.in_app
      and n.clicked_at is null
      and n.dismissed_at is null
      and n.created_at > now() - interval '10 minutes'
    order by n.id
    for update of
      n
  ),
  gone as (
    delete from notifications
    where
      id in (
        select id
        from replaced
      )
  ),
  earlier as (
    select
      user_id,
      agenda_item_id,
      (
        array_agg(
          changes
          order by id
        )
      ) [1] as changes,
      bool_or(is_sent) as is_sent
    from replaced
    group by
      user_id,
      agenda_item_id
  ),
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      g.type,
      g.title,
      g.body,
      g.data || jsonb_build_object(
        'changes',
        coalesce(
          (
            select
              jsonb_object_agg(
                field,
                jsonb_build_object(
                  'from',
                  coalesce(o.changes -> field -> 'from', g.changes -> field -> 'from'),
                  'to',
                  coalesce(g.changes -> field -> 'to', o.changes -> field -> 'to')
                )
              )
            from jsonb_object_keys(coalesce(o.changes, '{}') || g.changes) as field
          ),
          '{}'
        )
      )
    from
      addressed a
      join given g on g.agenda_item_id = a.agenda_item_id
      join users u on u.id = a.user_id
      and u.erased_at is null
      left join earlier o on o.user_id = a.user_id
      and o.agenda_item_id = a.agenda_item_id
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
      not exists (
        select
        from earlier o
        where
          o.user_id = t.user_id
          and to_jsonb(o.agenda_item_id) = t.data -> 'agenda_item_id'
          and o.is_sent
      )
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $2) is null
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

-- without attendees
with
  given as (
    select *
    from
      jsonb_to_recordset($1::jsonb) as g (
        event_id bigint,
        agenda_item_id bigint,
        conference_id bigint,
        type text,
        title text,
        body text,
        data jsonb,
        changes jsonb
      )
  ),
  addressed as (
    select
      p.user_id,
      g.agenda_item_id
    from
      given g
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
    where
      exists (
        select
        from conferences d
        where
          d.id = g.conference_id
          and d.status = 'draft'
      ) is not true
  ),
  replaced as materialized (
    select
      n.id,
      n.user_id,
      g.agenda_item_id,
      n.data -> 'changes' as changes,
      g.changes -> 'status' is null
      and exists (
        select
        from deliveries d
        where
          d.notification_id = n.id
          and d.status in ('sending', 'sent')
      ) as is_sent
    from
      addressed a
      join given g on g.agenda_item_id = a.agenda_item_id
      join notifications n on n.user_id = a.user_id
    where
      n.type in ('agenda_item_updated', 'agenda_item_cancelled')
      and n.data -> 'agenda_item_id' = to_jsonb(g.agenda_item_id)
      and n.in_app
      and n.clicked_at is null
      and n.dismissed_at is null
      and n.created_at > now() - interval '10 minutes'
    order by n.id
    for update of
      n
  ),
  gone as (
    delete from notifications
    where
      id in (
        select id
        from replaced
      )
  ),
  earlier as (
    select
      user_id,
      agenda_item_id,
      (
        array_agg(
          changes
          order by id
        )
      ) [1] as changes,
      bool_or(is_sent) as is_sent
    from replaced
    group by
      user_id,
      agenda_item_id
  ),
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      g.type,
      g.title,
      g.body,
      g.data || jsonb_build_object(
        'changes',
        coalesce(
          (
            select
              jsonb_object_agg(
                field,
                jsonb_build_object(
                  'from',
                  coalesce(o.changes -> field -> 'from', g.changes -> field -> 'from'),
                  'to',
                  coalesce(g.changes -> field -> 'to', o.changes -> field -> 'to')
                )
              )
            from jsonb_object_keys(coalesce(o.changes, '{}') || g.changes) as field
          ),
          '{}'
        )
      )
    from
      addressed a
      join given g on g.agenda_item_id = a.agenda_item_id
      join users u on u.id = a.user_id
      and u.erased_at is null
      left join earlier o on o.user_id = a.user_id
      and o.agenda_item_id = a.agenda_item_id
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
      not exists (
        select
        from earlier o
        where
          o.user_id = t.user_id
          and to_jsonb(o.agenda_item_id) = t.data -> 'agenda_item_id'
          and o.is_sent
      )
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $2) is null
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
