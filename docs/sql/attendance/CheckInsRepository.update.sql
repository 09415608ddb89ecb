-- conferenceCheckIns
with
  limited as materialized (
    select
      set_config('lock_timeout', $1, true),
      set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
  ),
  attendee as materialized (
    select u.id
    from
      limited,
      users u
    where
      u.id = $2
      and u.is_blocked = $3
    for key share of u
  ),
  changed as (
    update conference_attendances a
    set
      status = $4,
      checked_in_at = $5,
      check_in_nonce = $6,
      check_in_device = $7,
      check_in_key = $8,
      check_in_administrator_id = $9,
      version = a.version + 1
    from attendee
    where
      a.conference_id = $10
      and a.user_id = attendee.id
      and a.status = $11
      and a.queue_number = $12
      and a.checked_in_at is not distinct from $13
    returning
      a.status,
      a.registered_at,
      case
        when a.status = 'waitlisted' then 1 + (
          select count(*)
          from conference_attendances ahead
          where
            ahead.conference_id = a.conference_id
            and ahead.status = 'waitlisted'
            and ahead.queue_number < a.queue_number
        ) + (
          select count(*)
          from conference_invitations i
          where
            i.conference_id = a.conference_id
            and i.claimed_at is null
            and i.withdrawn_at is null
            and not i.has_seat
            and i.queue_number < a.queue_number
        )
      end as waitlist_position,
      a.checked_in_at,
      a.ticket_type,
      a.claimed_by
  ),
  recorded as (
    insert into
      audit_log (
        action,
        subject_type,
        subject_id,
        actor,
        request_id,
        administrator_id,
        api_key_id,
        session_id,
        ip,
        before,
        after
      )
    select
      $14::text,
      $15::text,
      $16::bigint,
      $17::text,
      $18::text,
      $19::bigint,
      $20::bigint,
      $21::bigint,
      $22::inet,
      $23::jsonb,
      $24::jsonb
    from changed
  )
select *
from changed;

-- eventCheckIns
with
  limited as materialized (
    select
      set_config('lock_timeout', $1, true),
      set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
  ),
  attendee as materialized (
    select u.id
    from
      limited,
      users u
    where
      u.id = $2
      and u.is_blocked = $3
    for key share of u
  ),
  changed as (
    update event_attendances a
    set
      status = $4,
      checked_in_at = $5,
      check_in_nonce = $6,
      check_in_device = $7,
      check_in_key = $8,
      check_in_administrator_id = $9,
      version = a.version + 1
    from attendee
    where
      a.event_id = $10
      and a.user_id = attendee.id
      and a.status = $11
      and a.queue_number = $12
      and a.checked_in_at is not distinct from $13
    returning
      a.status,
      a.registered_at,
      case
        when a.status = 'waitlisted' then 1 + (
          select count(*)
          from event_attendances ahead
          where
            ahead.event_id = a.event_id
            and ahead.status = 'waitlisted'
            and ahead.queue_number < a.queue_number
        )
      end as waitlist_position,
      a.checked_in_at
  ),
  recorded as (
    insert into
      audit_log (
        action,
        subject_type,
        subject_id,
        actor,
        request_id,
        administrator_id,
        api_key_id,
        session_id,
        ip,
        before,
        after
      )
    select
      $14::text,
      $15::text,
      $16::bigint,
      $17::text,
      $18::text,
      $19::bigint,
      $20::bigint,
      $21::bigint,
      $22::inet,
      $23::jsonb,
      $24::jsonb
    from changed
  )
select *
from changed;
