-- eventRosters, 1 of 2
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- eventRosters, 2 of 2
select
  a.user_id,
  u.first_name,
  u.last_name,
  u.is_blocked,
  a.status,
  a.queue_number,
  null as ticket_type,
  null as claimed_by
from
  event_attendances a
  join users u on u.id = a.user_id
where
  a.event_id = $1
  and a.user_id > $2
  and a.status <> 'cancelled'
order by a.user_id
limit $3;

-- conferenceRosters, all, 2 of 3
select
  a.user_id,
  u.first_name,
  u.last_name,
  u.is_blocked,
  a.status,
  a.queue_number,
  a.ticket_type,
  a.claimed_by
from
  conference_attendances a
  join users u on u.id = a.user_id
where
  a.conference_id = $1
  and a.user_id > $2
  and a.status <> 'cancelled'
order by a.user_id
limit $3;

-- conferenceRosters, all, 3 of 3
select *
from
  (
    select
      i.id as invitation_id,
      i.claimed_by as user_id,
      i.first_name,
      i.last_name,
      i.ticket_type,
      i.has_seat,
      i.checked_in_at is not null as has_arrived,
      i.queue_number,
      i.id is not null
      and (
        i.claimed_at is null
        and i.withdrawn_at is null
        or coalesce(
          i.withdrawn_at is null
          and holds_seat(a.status)
          and a.registered_at <= i.claimed_at,
          false
        )
      ) as is_valid
    from
      conference_invitations i
      left join conference_attendances a on a.conference_id = $1
      and a.user_id = i.claimed_by
    where
      i.conference_id = $2
      and i.id > $3
  ) g
where is_valid
order by invitation_id
limit $4;

-- conferenceRosters, changes, 2 of 3
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
  a.queue_number,
  a.ticket_type,
  a.claimed_by
from
  page
  left join conference_attendances a on a.conference_id = $9
  and a.user_id = page.user_id
  left join users u on u.id = page.user_id
order by page.user_id;

-- conferenceRosters, changes, 3 of 3
with
  attendees as (
    select a.user_id
    from conference_attendances a
    where
      a.conference_id = $1
      and a.changed_at > $2
    union
    select g.gone_id
    from gone_rows g
    where
      g.kind = 'attendee'
      and g.conference_id = $3
      and g.gone_at > $4
  ),
  changed as (
    select i.id
    from conference_invitations i
    where
      i.conference_id = $5
      and i.changed_at > $6
    union
    select i.id
    from
      attendees
      join conference_invitations i on i.claimed_by = attendees.user_id
    where i.conference_id = $7
    union
    select g.gone_id
    from gone_rows g
    where
      g.kind = 'guest'
      and g.conference_id = $8
      and g.gone_at > $9
  ),
  page as (
    select id
    from changed
    where id > $10
    order by id
    limit $11
  )
select
  page.id as invitation_id,
  i.claimed_by as user_id,
  i.first_name,
  i.last_name,
  i.ticket_type,
  i.has_seat,
  i.checked_in_at is not null as has_arrived,
  i.queue_number,
  i.id is not null
  and (
    i.claimed_at is null
    and i.withdrawn_at is null
    or coalesce(
      i.withdrawn_at is null
      and holds_seat(a.status)
      and a.registered_at <= i.claimed_at,
      false
    )
  ) as is_valid
from
  page
  left join conference_invitations i on i.id = page.id
  left join conference_attendances a on a.conference_id = $12
  and a.user_id = i.claimed_by
order by page.id;
