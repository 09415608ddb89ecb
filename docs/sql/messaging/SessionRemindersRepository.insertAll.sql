with
  given as materialized (
    select
      nextval(pg_get_serial_sequence('notifications', 'id')) as id,
      g.*
    from
      jsonb_to_recordset($1::jsonb) as g (
        user_id bigint,
        due_at timestamptz,
        concerns_at timestamptz,
        title text,
        body text,
        data jsonb,
        args jsonb,
        things jsonb
      )
      join users u on u.id = g.user_id
      and u.erased_at is null
    order by u.id
    for key share of u skip locked
  ),
  notified as (
    insert into notifications (id, user_id, type, title, body, data, args, in_app)
    overriding system value
    select
      id,
      user_id,
      'session_reminder',
      title,
      body,
      data,
      args,
      false
    from given
  ),
  queued as (
    insert into deliveries (notification_id, user_id, due_at, is_reminder, concerns_at)
    select
      id,
      user_id,
      due_at,
      true,
      concerns_at
    from given
  )
insert into session_reminders (user_id, thing, starts_at, notification_id)
select
  g.user_id,
  t.thing,
  t.starts_at,
  g.id
from
  given g
  cross join lateral jsonb_to_recordset(g.things) as t (thing text, starts_at timestamptz);
