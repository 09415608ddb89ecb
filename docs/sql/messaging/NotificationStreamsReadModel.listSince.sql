-- 1 of 2
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- 2 of 2
select
  u.id as user_id,
  u.language,
  u.language_code,
  n.id,
  n.type,
  n.title,
  n.body,
  n.action_url,
  n.start,
  n.data,
  n.created_at,
  n.clicked_at,
  n.dismissed_at,
  n.args
from
  unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as p (user_id, since, signed_out_at)
  join users u on u.id = p.user_id
  left join lateral (
    select
      id,
      type,
      title,
      body,
      action_url,
      start,
      data,
      created_at,
      clicked_at,
      dismissed_at,
      args
    from notifications
    where
      user_id = p.user_id
      and is_in_inbox(in_app, dismissed_at)
      and created_at > least(p.since, $4)
      and not u.is_blocked
      and u.erased_at is null
      and u.signed_out_at is not distinct from p.signed_out_at
    order by
      created_at desc,
      id desc
    limit 1000
  ) n on true
where
  n.id is not null
  or u.is_blocked
  or u.erased_at is not null
  or u.signed_out_at is distinct from p.signed_out_at
order by
  n.created_at,
  n.id;
