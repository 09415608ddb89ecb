with
  given as (
    select *
    from jsonb_to_recordset($1::jsonb) as g (agenda_item_id bigint, event_id bigint, starts_at text, text text, changes jsonb)
  ),
  addressed as materialized (
    select
      p.user_id,
      g.*
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
          d.id = $2::bigint
          and d.status = 'draft'
      ) is not true
  ),
  replaced as materialized (
    select
      n.id,
      n.user_id,
      n.data -> 'changes' as changes,
      exists (
        select
        from deliveries d
        where
          d.notification_id = n.id
          and d.status in ('sending', 'sent')
      ) as is_sent
    from notifications n
    where
      n.user_id in (
        select user_id
        from addressed
      )
      and n.type = 'programme_changed'
      and n.data -> 'changes' is not null
      and n.data -> 'conference_id' = to_jsonb($3::bigint)
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
  before_it as (
    select distinct
      on (r.user_id, o.agenda_item_id) r.user_id,
      r.is_sent,
      o.*
    from
      replaced r
      cross join lateral jsonb_to_recordset(r.changes) as o (agenda_item_id bigint, event_id bigint, starts_at text, text text, changes jsonb)
    order by
      r.user_id,
      o.agenda_item_id,
      r.id
  ),
  merged as (
    select
      user_id,
      agenda_item_id,
      coalesce(g.event_id, o.event_id) as event_id,
      coalesce(g.starts_at, o.starts_at) as starts_at,
      coalesce(g.text, o.text) as text,
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
          from jsonb_object_keys(coalesce(o.changes, '{}') || coalesce(g.changes, '{}')) as field
        ),
        '{}'
      ) as changes,
      g.changes is not null
      and (
        o.is_sent is not true
        or g.changes -> 'status' is not null
      ) as is_new
    from
      addressed g
      full join before_it o using (user_id, agenda_item_id)
  ),
  numbered as (
    select
      *,
      row_number() over (
        partition by
          user_id
        order by
          starts_at,
          agenda_item_id
      ) as place
    from merged
  ),
  composed as materialized (
    select
      user_id,
      bool_or(is_new) as is_new,
      string_agg(
        text,
        chr(10)
        order by place
      ) filter (
        where place <= 5
      ) || case
        when count(*) > 5 then chr(10) || 'and ' || count(*) - 5 || ' more'
        else ''
      end as body,
      jsonb_build_object(
        'conference_id',
        $4::bigint,
        'event_ids',
        coalesce(
          jsonb_agg(
            event_id
            order by place
          ) filter (
            where event_id is not null
          ),
          '[]'
        ),
        'agenda_item_ids',
        jsonb_agg(
          agenda_item_id
          order by place
        ),
        'changes',
        jsonb_agg(
          jsonb_build_object(
            'agenda_item_id',
            agenda_item_id,
            'event_id',
            event_id,
            'starts_at',
            starts_at,
            'text',
            text,
            'changes',
            changes
          )
          order by place
        )
      ) as data
    from numbered
    group by user_id
  ),
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      'programme_changed',
      $5,
      m.body,
      m.data
    from
      composed m
      join users u on u.id = m.user_id
      and u.erased_at is null
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
      exists (
        select
        from composed m
        where
          m.user_id = t.user_id
          and m.is_new
      )
      and not u.is_blocked
      and delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $6) is null
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
