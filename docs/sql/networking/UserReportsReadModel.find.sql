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
  ) as reported
from
  user_reports as r
  inner join users as u on u.id = r.reported_id
  left join users as o on o.id = r.reporter_id
where r.id = $1
limit $2;
