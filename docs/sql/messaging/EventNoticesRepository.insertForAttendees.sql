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
      a.user_id,
      g.event_id
    from
      given g
      join events e on e.id = g.event_id
      and exists (
        select
        from conferences d
        where
          d.id = e.conference_id
          and d.status = 'draft'
      ) is not true
      cross join lateral (
        select user_id
        from event_attendances
        where
          event_id = e.id
          and status <> 'cancelled'
        union
        select e.submitted_by
        where e.submitted_by is not null
      ) a
    where
      not exists (
        select
        from
          (
            select user_id
            from conference_attendances
            where
              conference_id = $2::bigint
              and status <> 'cancelled'
            union
            select f.user_id
            from
              agenda_items i
              join agenda_favorites f on f.agenda_item_id = i.id
              left join events e on e.id = i.event_id
            where
              i.conference_id = $3::bigint
              and (
                e.id is null
                or is_public_event_status(e.status)
              )
          ) p
        where p.user_id = a.user_id
      )
  ),
  replaced as materialized (
    select
      n.id,
      n.user_id,
      g.event_id,
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
      join given g on g.event_id = a.event_id
      join notifications n on n.user_id = a.user_id
    where
      n.type in ('event_updated', 'event_cancelled')
      and n.data -> 'event_id' = to_jsonb(g.event_id)
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
      event_id,
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
      event_id
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
      join given g on g.event_id = a.event_id
      join users u on u.id = a.user_id
      and u.erased_at is null
      left join earlier o on o.user_id = a.user_id
      and o.event_id = a.event_id
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
          and to_jsonb(o.event_id) = t.data -> 'event_id'
          and o.is_sent
      )
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $4) is null
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
