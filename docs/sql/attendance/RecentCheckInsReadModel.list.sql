-- conferenceRecentCheckIns, newest first, 1 of 2
select
  a.checked_in_at,
  a.check_in_device as device,
  a.check_in_key as key,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'is_blocked',
    u.is_blocked
  ) as "user",
  case
    when m.id is not null then json_build_object('id', m.id, 'name', m.name)
  end as administrator,
  a.ticket_type,
  case
    when i.id is not null then json_build_object(
      'id',
      i.id,
      'first_name',
      i.first_name,
      'last_name',
      i.last_name,
      'company',
      i.company,
      'ticket_type',
      i.ticket_type,
      'is_walk_in',
      i.is_walk_in
    )
  end as invitation,
  json_build_array(coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) as sort_place
from
  (
    select
      a.queue_number,
      a.checked_in_at,
      a.check_in_device,
      a.check_in_key,
      a.check_in_administrator_id,
      a.ticket_type,
      a.user_id,
      null::bigint as invitation_id
    from conference_attendances as a
    where
      a.conference_id = $1
      and coalesce(a.checked_in_at, '-infinity'::timestamptz) > '-infinity'
    union all
    select
      i.queue_number,
      i.checked_in_at,
      i.check_in_device,
      i.check_in_key,
      i.check_in_administrator_id,
      i.ticket_type,
      null::bigint as user_id,
      i.id as invitation_id
    from conference_invitations as i
    where
      i.conference_id = $2
      and i.checked_in_at is not null
  ) as a
  left join users as u on u.id = a.user_id
  left join administrators as m on m.id = a.check_in_administrator_id
  left join conference_invitations as i on i.id = a.invitation_id
order by
  coalesce(a.checked_in_at, '-infinity'::timestamptz) desc,
  a.queue_number desc
limit $3
offset $4;

-- conferenceRecentCheckIns, newest first, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      (
        select
          a.queue_number,
          a.checked_in_at,
          a.check_in_device,
          a.check_in_key,
          a.check_in_administrator_id,
          a.ticket_type,
          a.user_id,
          null::bigint as invitation_id
        from conference_attendances as a
        where
          a.conference_id = $1
          and coalesce(a.checked_in_at, '-infinity'::timestamptz) > '-infinity'
        union all
        select
          i.queue_number,
          i.checked_in_at,
          i.check_in_device,
          i.check_in_key,
          i.check_in_administrator_id,
          i.ticket_type,
          null::bigint as user_id,
          i.id as invitation_id
        from conference_invitations as i
        where
          i.conference_id = $2
          and i.checked_in_at is not null
      ) as a
    limit $3
  ) as counted;

-- conferenceRecentCheckIns, after a cursor
select
  a.checked_in_at,
  a.check_in_device as device,
  a.check_in_key as key,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'is_blocked',
    u.is_blocked
  ) as "user",
  case
    when m.id is not null then json_build_object('id', m.id, 'name', m.name)
  end as administrator,
  a.ticket_type,
  case
    when i.id is not null then json_build_object(
      'id',
      i.id,
      'first_name',
      i.first_name,
      'last_name',
      i.last_name,
      'company',
      i.company,
      'ticket_type',
      i.ticket_type,
      'is_walk_in',
      i.is_walk_in
    )
  end as invitation,
  json_build_array(coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) as sort_place
from
  (
    select
      a.queue_number,
      a.checked_in_at,
      a.check_in_device,
      a.check_in_key,
      a.check_in_administrator_id,
      a.ticket_type,
      a.user_id,
      null::bigint as invitation_id
    from conference_attendances as a
    where
      a.conference_id = $1
      and coalesce(a.checked_in_at, '-infinity'::timestamptz) > '-infinity'
    union all
    select
      i.queue_number,
      i.checked_in_at,
      i.check_in_device,
      i.check_in_key,
      i.check_in_administrator_id,
      i.ticket_type,
      null::bigint as user_id,
      i.id as invitation_id
    from conference_invitations as i
    where
      i.conference_id = $2
      and i.checked_in_at is not null
  ) as a
  left join users as u on u.id = a.user_id
  left join administrators as m on m.id = a.check_in_administrator_id
  left join conference_invitations as i on i.id = a.invitation_id
where (coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) > ($3, $4)
order by
  coalesce(a.checked_in_at, '-infinity'::timestamptz) asc,
  a.queue_number asc
limit $5;

-- eventRecentCheckIns, newest first, 1 of 2
select
  a.checked_in_at,
  a.check_in_device as device,
  a.check_in_key as key,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'is_blocked',
    u.is_blocked
  ) as "user",
  case
    when m.id is not null then json_build_object('id', m.id, 'name', m.name)
  end as administrator,
  json_build_array(coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) as sort_place
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join administrators as m on m.id = a.check_in_administrator_id
where
  a.event_id = $1
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) > '-infinity'
order by
  coalesce(a.checked_in_at, '-infinity'::timestamptz) desc,
  a.queue_number desc
limit $2
offset $3;

-- eventRecentCheckIns, newest first, 2 of 2
select count(*) as total
from
  (
    select 1
    from event_attendances as a
    where
      a.event_id = $1
      and coalesce(a.checked_in_at, '-infinity'::timestamptz) > '-infinity'
    limit $2
  ) as counted;

-- eventRecentCheckIns, after a cursor
select
  a.checked_in_at,
  a.check_in_device as device,
  a.check_in_key as key,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'is_blocked',
    u.is_blocked
  ) as "user",
  case
    when m.id is not null then json_build_object('id', m.id, 'name', m.name)
  end as administrator,
  json_build_array(coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) as sort_place
from
  event_attendances as a
  left join users as u on u.id = a.user_id
  left join administrators as m on m.id = a.check_in_administrator_id
where
  a.event_id = $1
  and coalesce(a.checked_in_at, '-infinity'::timestamptz) > '-infinity'
  and (coalesce(a.checked_in_at, '-infinity'::timestamptz), a.queue_number) > ($2, $3)
order by
  coalesce(a.checked_in_at, '-infinity'::timestamptz) asc,
  a.queue_number asc
limit $4;
