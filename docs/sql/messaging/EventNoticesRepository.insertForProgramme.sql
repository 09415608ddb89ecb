with
  given as (
    select *
    from jsonb_to_recordset($1::jsonb) as g (place integer, event_id bigint, line text)
  ),
  notified as (
    insert into notifications (user_id, type, title, body, data)
    select
      u.id,
      'programme_changed',
      $2,
      n.body,
      n.data
    from
      (
        select
          user_id,
          string_agg(
            line,
            chr(10)
            order by place
          ) filter (
            where nth <= 5
          ) || case
            when count(*) > 5 then chr(10) || 'and ' || count(*) - 5 || ' more'
            else ''
          end as body,
          jsonb_build_object(
            'conference_id',
            $3::bigint,
            'event_ids',
            jsonb_agg(
              event_id
              order by place
            )
          ) as data
        from
          (
            select
              a.user_id,
              g.event_id,
              g.line,
              g.place,
              row_number() over (
                partition by
                  a.user_id
                order by g.place
              ) as nth
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
          ) numbered
        group by user_id
      ) n
      join users u on u.id = n.user_id
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
      true
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
