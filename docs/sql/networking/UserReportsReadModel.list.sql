-- no filter, 1 of 2
select
  r.id,
  r.reason,
  r.text,
  r.connection_id,
  r.message,
  r.profile,
  r.created_at,
  case
    when r.resolved_at is null then 'open'
    else 'resolved'
  end as status,
  r.outcome,
  r.note,
  r.resolved_at,
  case
    when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name)
  end as reporter,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'is_blocked',
    u.is_blocked
  ) as reported,
  json_build_array(r.created_at, r.id) as sort_place
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
order by
  r.created_at desc,
  r.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_reports as r
      inner join users as u on u.id = r.reported_id
      left join users as o on o.id = r.reporter_id
    limit $1
  ) as counted;

-- by status, 1 of 2
select
  r.id,
  r.reason,
  r.text,
  r.connection_id,
  r.message,
  r.profile,
  r.created_at,
  case
    when r.resolved_at is null then 'open'
    else 'resolved'
  end as status,
  r.outcome,
  r.note,
  r.resolved_at,
  case
    when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name)
  end as reporter,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'is_blocked',
    u.is_blocked
  ) as reported,
  json_build_array(r.created_at, r.id) as sort_place
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
where r.resolved_at is null
order by
  r.created_at desc,
  r.id desc
limit $1
offset $2;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_reports as r
      inner join users as u on u.id = r.reported_id
      left join users as o on o.id = r.reporter_id
    where r.resolved_at is null
    limit $1
  ) as counted;

-- by user_id, 1 of 2
select
  r.id,
  r.reason,
  r.text,
  r.connection_id,
  r.message,
  r.profile,
  r.created_at,
  case
    when r.resolved_at is null then 'open'
    else 'resolved'
  end as status,
  r.outcome,
  r.note,
  r.resolved_at,
  case
    when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name)
  end as reporter,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'is_blocked',
    u.is_blocked
  ) as reported,
  json_build_array(r.created_at, r.id) as sort_place
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
where r.reported_id = $1
order by
  r.created_at desc,
  r.id desc
limit $2
offset $3;

-- by user_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_reports as r
      inner join users as u on u.id = r.reported_id
      left join users as o on o.id = r.reporter_id
    where r.reported_id = $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  r.id,
  r.reason,
  r.text,
  r.connection_id,
  r.message,
  r.profile,
  r.created_at,
  case
    when r.resolved_at is null then 'open'
    else 'resolved'
  end as status,
  r.outcome,
  r.note,
  r.resolved_at,
  case
    when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name)
  end as reporter,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'is_blocked',
    u.is_blocked
  ) as reported,
  json_build_array(r.created_at, r.id) as sort_place
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
where
  r.resolved_at is null
  and r.reported_id = $1
order by
  r.created_at desc,
  r.id desc
limit $2
offset $3;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_reports as r
      inner join users as u on u.id = r.reported_id
      left join users as o on o.id = r.reporter_id
    where
      r.resolved_at is null
      and r.reported_id = $1
    limit $2
  ) as counted;

-- resolved, 1 of 2
select
  r.id,
  r.reason,
  r.text,
  r.connection_id,
  r.message,
  r.profile,
  r.created_at,
  case
    when r.resolved_at is null then 'open'
    else 'resolved'
  end as status,
  r.outcome,
  r.note,
  r.resolved_at,
  case
    when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name)
  end as reporter,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'is_blocked',
    u.is_blocked
  ) as reported,
  json_build_array(r.created_at, r.id) as sort_place
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
where r.resolved_at is not null
order by
  r.created_at asc,
  r.id asc
limit $1
offset $2;

-- resolved, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      user_reports as r
      inner join users as u on u.id = r.reported_id
      left join users as o on o.id = r.reporter_id
    where r.resolved_at is not null
    limit $1
  ) as counted;

-- after a cursor
select
  r.id,
  r.reason,
  r.text,
  r.connection_id,
  r.message,
  r.profile,
  r.created_at,
  case
    when r.resolved_at is null then 'open'
    else 'resolved'
  end as status,
  r.outcome,
  r.note,
  r.resolved_at,
  case
    when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name)
  end as reporter,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'is_blocked',
    u.is_blocked
  ) as reported,
  json_build_array(r.created_at, r.id) as sort_place
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
where (r.created_at, r.id) < ($1, $2)
order by
  r.created_at desc,
  r.id desc
limit $3;
