-- all, 1 of 2
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- all, 2 of 2
select
  a.user_id,
  u.first_name,
  u.last_name,
  u.is_blocked,
  a.status,
  a.ticket_type,
  a.claimed_by,
  a.queue_number
from
  conference_attendances a
  join users u on u.id = a.user_id
where
  a.conference_id = $1
  and a.user_id > $2
  and a.status <> 'cancelled'
order by a.user_id
limit $3;

-- changes, 2 of 2
with
  changed as (
    select a.user_id
    from conference_attendances a
    where
      a.conference_id = $1
      and a.changed_at > $2
    union
    select a.user_id
    from
      users u
      join conference_attendances a on a.user_id = u.id
      and a.conference_id = $3
    where u.roster_changed_at > $4
    union
    select g.gone_id
    from gone_rows g
    where
      g.kind = 'attendee'
      and g.conference_id = $5
      and g.gone_at > $6
  ),
  page as (
    select user_id
    from changed
    where user_id > $7
    order by user_id
    limit $8
  )
select
  page.user_id,
  u.first_name,
  u.last_name,
  u.is_blocked,
  a.status,
  a.ticket_type,
  a.claimed_by,
  a.queue_number
from
  page
  left join conference_attendances a on a.conference_id = $9
  and a.user_id = page.user_id
  left join users u on u.id = page.user_id
order by page.user_id;
