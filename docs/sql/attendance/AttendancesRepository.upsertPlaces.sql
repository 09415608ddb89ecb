-- conferenceAttendances
with
  old as materialized (
    select count(*) as seats
    from conference_attendances
    where
      conference_id = $1
      and user_id = any($2::bigint[])
      and holds_seat(status)
  ),
  edited as materialized (
    select
      u.id as user_id,
      e.version
    from
      unnest($3::bigint[], $4::integer[]) with ordinality e (user_id, version, n)
      join users u on u.id = e.user_id
      and u.erased_at is null
    order by e.n
    for key share of u
  ),
  placed as (
    insert into conference_attendances as a (conference_id, user_id, status, registered_at, version)
    select
      $5,
      user_id,
      $6,
      $7,
      version
    from edited
    on conflict (conference_id, user_id) do update
    set
      status = excluded.status,
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = excluded.version,
      registered_at = case
        when a.status = 'waitlisted' then a.registered_at
        else excluded.registered_at
      end,
      queue_number = case
        when a.status = 'waitlisted' then a.queue_number
        else excluded.queue_number
      end
    returning holds_seat(status) as is_seated
  ),
  taken as (
    select
      count(*) as placed,
      count(*) filter (
        where is_seated
      ) - (
        select seats
        from old
      ) as seats
    from placed
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count + taken.seats,
      over_capacity_count = greatest(0, over_capacity_count + $8 + least(0, taken.seats))
    from taken
    where id = $9
  )
select placed
from taken;

-- eventAttendances
with
  old as materialized (
    select count(*) as seats
    from event_attendances
    where
      event_id = $1
      and user_id = any($2::bigint[])
      and holds_seat(status)
  ),
  edited as materialized (
    select
      u.id as user_id,
      e.version
    from
      unnest($3::bigint[], $4::integer[]) with ordinality e (user_id, version, n)
      join users u on u.id = e.user_id
      and u.erased_at is null
    order by e.n
    for key share of u
  ),
  placed as (
    insert into event_attendances as a (event_id, user_id, status, registered_at, version)
    select
      $5,
      user_id,
      $6,
      $7,
      version
    from edited
    on conflict (event_id, user_id) do update
    set
      status = excluded.status,
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = excluded.version,
      registered_at = case
        when a.status = 'waitlisted' then a.registered_at
        else excluded.registered_at
      end,
      queue_number = case
        when a.status = 'waitlisted' then a.queue_number
        else excluded.queue_number
      end
    returning holds_seat(status) as is_seated
  ),
  taken as (
    select
      count(*) as placed,
      count(*) filter (
        where is_seated
      ) - (
        select seats
        from old
      ) as seats
    from placed
  ),
  counted as (
    update events
    set
      attendee_count = attendee_count + taken.seats,
      over_capacity_count = greatest(0, over_capacity_count + $8 + least(0, taken.seats))
    from taken
    where id = $9
  )
select placed
from taken;
