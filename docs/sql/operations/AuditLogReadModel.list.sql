-- no filter, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
order by l.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    limit $1
  ) as counted;

-- by subject_type, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.subject_type = $1
order by l.id desc
limit $2
offset $3;

-- by subject_type, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.subject_type = $1
    limit $2
  ) as counted;

-- by subject_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.subject_id = $1
order by l.id desc
limit $2
offset $3;

-- by subject_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.subject_id = $1
    limit $2
  ) as counted;

-- by action, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.action = $1
order by l.id desc
limit $2
offset $3;

-- by action, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.action = $1
    limit $2
  ) as counted;

-- by actor, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.actor = $1
order by l.id desc
limit $2
offset $3;

-- by actor, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.actor = $1
    limit $2
  ) as counted;

-- by administrator_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.administrator_id = $1
order by l.id desc
limit $2
offset $3;

-- by administrator_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.administrator_id = $1
    limit $2
  ) as counted;

-- by request_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.request_id = $1
order by l.id desc
limit $2
offset $3;

-- by request_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.request_id = $1
    limit $2
  ) as counted;

-- by from, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.at >= $1
order by l.id desc
limit $2
offset $3;

-- by from, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.at >= $1
    limit $2
  ) as counted;

-- by to, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.at < $1
order by l.id desc
limit $2
offset $3;

-- by to, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.at < $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where
  l.subject_type = $1
  and l.subject_id = $2
  and l.action = $3
  and l.actor = $4
  and l.administrator_id = $5
  and l.request_id = $6
  and l.actor = $7
  and l.at >= $8
  and l.at < $9
order by l.id desc
limit $10
offset $11;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where
      l.subject_type = $1
      and l.subject_id = $2
      and l.action = $3
      and l.actor = $4
      and l.administrator_id = $5
      and l.request_id = $6
      and l.actor = $7
      and l.at >= $8
      and l.at < $9
    limit $10
  ) as counted;

-- after a cursor
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where (l.id) < ($1)
order by l.id desc
limit $2;
