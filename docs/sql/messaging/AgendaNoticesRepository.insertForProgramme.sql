with
  given as (
    select
      p.user_id,
      coalesce(
        jsonb_agg(
          g.event_id
          order by g.event_id
        ) filter (
          where g.event_id is not null
        ),
        '[]'
      ) as event_ids,
      jsonb_agg(
        g.agenda_item_id
        order by g.agenda_item_id
      ) as agenda_item_ids
    from
      jsonb_to_recordset($1::jsonb) as g (agenda_item_id bigint, event_id bigint)
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
    group by p.user_id
  ),
  extended as (
    update notifications n
    set
      body = n.body || chr(10) || $2,
      data = n.data || jsonb_build_object('event_ids', n.data -> 'event_ids' || g.event_ids, 'agenda_item_ids', g.agenda_item_ids)
    from given g
    where
      n.user_id = g.user_id
      and n.type = 'programme_changed'
      and n.data -> 'conference_id' = to_jsonb($3::bigint)
      -- The start of this transaction.
      and n.created_at = now()::timestamptz(3)
    returning n.user_id
  ),
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      'programme_changed',
      $4,
      $5,
      jsonb_build_object(
        'conference_id',
        $6::bigint,
        'event_ids',
        g.event_ids,
        'agenda_item_ids',
        g.agenda_item_ids
      )
    from
      given g
      join users u on u.id = g.user_id
      and u.erased_at is null
    where
      exists (
        select
        from conferences d
        where
          d.id = $7::bigint
          and d.status = 'draft'
      ) is not true
      and not exists (
        select
        from extended
        where extended.user_id = g.user_id
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
