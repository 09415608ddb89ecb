with
  due as materialized (
    select *
    from conference_invitations
    where id = $1
  ),
  placed as (
    insert into
      conference_attendances as a (
        conference_id,
        user_id,
        status,
        queue_number,
        ticket_type,
        claimed_by,
        registered_at,
        checked_in_at,
        check_in_nonce,
        check_in_device,
        check_in_key,
        check_in_administrator_id
      )
    select
      conference_id,
      $2::bigint,
      -- PostgreSQL checks this row also where an attendance exists.
      case
        when checked_in_at is null
        and $3 = 'checked_in' then 'registered'
        else $4
      end,
      queue_number,
      ticket_type,
      $5,
      $6::timestamptz,
      checked_in_at,
      check_in_nonce,
      check_in_device,
      check_in_key,
      check_in_administrator_id
    from due
    on conflict (conference_id, user_id) do update
    set
      status = $7,
      queue_number = case
        when holds_seat(a.status) then a.queue_number
        when a.status = 'waitlisted'
        and $8 = 'waitlisted' then least(a.queue_number, excluded.queue_number)
        else excluded.queue_number
      end,
      ticket_type = coalesce(a.ticket_type, excluded.ticket_type),
      claimed_by = case
        when a.ticket_type is null
        or not holds_seat(a.status) then excluded.claimed_by
        else a.claimed_by
      end,
      registered_at = case
        when a.status = 'cancelled' then excluded.registered_at
        else a.registered_at
      end,
      checked_in_at = case
        when a.checked_in_at is null then excluded.checked_in_at
        else a.checked_in_at
      end,
      check_in_nonce = case
        when a.checked_in_at is null then excluded.check_in_nonce
        else a.check_in_nonce
      end,
      check_in_device = case
        when a.checked_in_at is null then excluded.check_in_device
        else a.check_in_device
      end,
      check_in_key = case
        when a.checked_in_at is null then excluded.check_in_key
        else a.check_in_key
      end,
      check_in_administrator_id = case
        when a.checked_in_at is null then excluded.check_in_administrator_id
        else a.check_in_administrator_id
      end,
      version = a.version + 1
  ),
  claimed as (
    update conference_invitations
    set
      claimed_by = $9,
      claimed_at = $10,
      claimed_with = $11,
      has_seat = false
    where id = $12
  )
update conferences
set
  attendee_count = attendee_count + $13::integer,
  invited_count = invited_count - $14::integer,
  over_capacity_count = greatest(0, over_capacity_count - $15::integer)
where
  id = $16
  and $17::integer + $18::integer > 0;
