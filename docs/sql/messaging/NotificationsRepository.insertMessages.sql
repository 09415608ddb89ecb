with
  given as (
    select
      nextval(pg_get_serial_sequence('notifications', 'id')) as id,
      g.*,
      case
        when not $1 then delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, $2)
      end as obstacle
    from
      jsonb_to_recordset($3::jsonb) as g (
        place integer,
        user_id bigint,
        title text,
        body text,
        action_url text,
        start jsonb,
        channels text[]
      )
      join users u on u.id = g.user_id
      and u.erased_at is null
      and not u.is_blocked
      left join notification_settings s on s.user_id = u.id
    order by g.place
    for key share of u
  ),
  written as (
    insert into notifications (id, user_id, type, title, body, action_url, start, in_app)
    overriding system value
    select
      id,
      user_id,
      'message',
      title,
      body,
      action_url,
      start,
      'in_app' = any(channels)
    from given
    returning *
  ),
  sent as (
    insert into deliveries (notification_id, user_id, status, reason, is_test)
    select
      id,
      user_id,
      case
        when obstacle is null then 'queued'
        else 'skipped'
      end,
      obstacle,
      $4
    from given
    where 'messenger' = any(channels)
    returning
      notification_id,
      status,
      reason
  ),
  notified as (
    select user_id
    from written
    where in_app
  )
select
  g.place,
  w.id,
  w.user_id,
  w.type,
  w.title,
  w.body,
  w.action_url,
  w.start,
  w.data,
  g.channels,
  case
    when s.status is not null then json_build_object('status', s.status, 'reason', s.reason)
  end as delivery,
  w.created_at,
  (
    select
      case
        when users.count <= 400 then users.ids
        else '*'
      end || case
        when false then ',messages'
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
  ) as notified
from
  given g
  join written w on w.id = g.id
  left join sent s on s.notification_id = g.id
order by g.place;
