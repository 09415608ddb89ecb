with
  limited as materialized (
    select set_config('lock_timeout', $1, true)
  ),
  changed as (
    update conference_invitations i
    set
      checked_in_at = $2,
      check_in_nonce = $3,
      check_in_device = $4,
      check_in_key = $5,
      check_in_administrator_id = $6
    from limited
    where
      i.id = $7
      and i.conference_id = $8
      and i.claimed_at is null
      and i.has_seat = $9
      and i.withdrawn_at is not distinct from $10::timestamptz
      and i.queue_number = $11
      and i.checked_in_at is not distinct from $12::timestamptz
    returning
      i.id,
      i.conference_id,
      i.first_name,
      i.last_name,
      i.company,
      i.ticket_type,
      i.is_walk_in,
      i.checked_in_at,
      i.check_in_nonce,
      i.queue_number,
      i.has_seat,
      i.claimed_by,
      i.claimed_at,
      i.withdrawn_at,
      false as is_cancelled
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
      $13::text,
      $14::text,
      $15::bigint,
      $16::text,
      $17::text,
      $18::bigint,
      $19::bigint,
      $20::bigint,
      $21::inet,
      $22::jsonb,
      $23::jsonb
    from changed
  )
select *
from changed;
