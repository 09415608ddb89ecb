with
  due as materialized (
    select
      i.id,
      i.ticket_type,
      i.has_seat,
      i.queue_number,
      u.id as user_id,
      i.messenger_id is null as by_username,
      case
        when i.messenger_id is not null then i.company
      end as company,
      case
        when i.messenger_id is not null then i.job_title
      end as job_title,
      i.checked_in_at,
      i.check_in_nonce,
      i.check_in_device,
      i.check_in_key,
      i.check_in_administrator_id
    from
      conference_invitations i
      join users u on u.id = case
        when i.messenger_id is null then (
          select n.id
          from users n
          where lower(n.username) = lower(i.username)
          order by
            n.messenger_signed_at desc nulls last,
            n.id desc
          limit 1
        )
        else (
          select n.id
          from users n
          where n.messenger_id = i.messenger_id
        )
      end
    where
      i.conference_id = $1
      and i.id = any($2::bigint[])
      and i.claimed_at is null
      and i.withdrawn_at is null
      and u.id <> all (i.barred_user_ids)
      and u.erased_at is null
    for key share of u
    for no key update of
      i
  ),
  claimants as (
    select
      user_id,
      bool_or(has_seat) as has_seat,
      coalesce(
        min(queue_number) filter (
          where has_seat
        ),
        min(queue_number)
      ) as queue_number,
      (
        array_agg(
          ticket_type
          order by
            by_username,
            id
        ) filter (
          where ticket_type is not null
        )
      ) [1] as ticket_type,
      (
        array_agg(
          company
          order by
            by_username,
            id
        ) filter (
          where company is not null
        )
      ) [1] as company,
      (
        array_agg(
          job_title
          order by
            by_username,
            id
        ) filter (
          where job_title is not null
        )
      ) [1] as job_title,
      (
        array_agg(
          checked_in_at
          order by
            checked_in_at,
            id
        )
      ) [1] as checked_in_at,
      (
        array_agg(
          check_in_nonce
          order by
            checked_in_at,
            id
        )
      ) [1] as check_in_nonce,
      (
        array_agg(
          check_in_device
          order by
            checked_in_at,
            id
        )
      ) [1] as check_in_device,
      (
        array_agg(
          check_in_key
          order by
            checked_in_at,
            id
        )
      ) [1] as check_in_key,
      (
        array_agg(
          check_in_administrator_id
          order by
            checked_in_at,
            id
        )
      ) [1] as check_in_administrator_id,
      case
        when coalesce(
          (
            array_agg(
              by_username
              order by
                by_username,
                id
            ) filter (
              where ticket_type is not null
            )
          ) [1],
          bool_and(by_username)
        ) then 'username'
      end as claimed_by
    from due
    group by user_id
  ),
  people as materialized (
    select
      p.*,
      a.status as current,
      p.has_seat
      or coalesce(
        $3::integer >= row_number() over (
          partition by
            p.has_seat,
            a.status is null
          order by p.queue_number
        ),
        true
      ) as is_seated
    from
      claimants p
      left join conference_attendances a on a.conference_id = $4
      and a.user_id = p.user_id
  ),
  admitted as (
    insert into
      conference_attendances (
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
      $5,
      p.user_id,
      case
        when p.checked_in_at is not null then 'checked_in'
        when p.is_seated then 'registered'
        else 'waitlisted'
      end,
      p.queue_number,
      p.ticket_type,
      p.claimed_by,
      $6,
      p.checked_in_at,
      p.check_in_nonce,
      p.check_in_device,
      p.check_in_key,
      p.check_in_administrator_id
    from people p
    where p.current is null
    order by p.queue_number
    returning
      user_id,
      status
  ),
  changed as (
    update conference_attendances a
    set
      status = case
        when p.checked_in_at is not null
        and p.current <> 'checked_in' then 'checked_in'
        when p.has_seat
        and (
          p.current = 'waitlisted'
          or p.current = 'cancelled'
          and p.checked_in_at is not null
        ) then 'registered'
        else a.status
      end,
      checked_in_at = case
        when p.checked_in_at is not null
        and p.current <> 'checked_in' then p.checked_in_at
        else a.checked_in_at
      end,
      check_in_nonce = case
        when p.checked_in_at is not null
        and p.current <> 'checked_in' then p.check_in_nonce
        else a.check_in_nonce
      end,
      check_in_device = case
        when p.checked_in_at is not null
        and p.current <> 'checked_in' then p.check_in_device
        else a.check_in_device
      end,
      check_in_key = case
        when p.checked_in_at is not null
        and p.current <> 'checked_in' then p.check_in_key
        else a.check_in_key
      end,
      check_in_administrator_id = case
        when p.checked_in_at is not null
        and p.current <> 'checked_in' then p.check_in_administrator_id
        else a.check_in_administrator_id
      end,
      ticket_type = coalesce(a.ticket_type, p.ticket_type),
      claimed_by = case
        when (
          a.ticket_type is null
          and p.ticket_type is not null
          or p.claimed_by is null
          and a.claimed_by is not null
          and (
            a.ticket_type is null
            or p.ticket_type is not null
          )
          and a.ticket_type is not distinct from p.ticket_type
        ) then p.claimed_by
        else a.claimed_by
      end,
      version = a.version + 1
    from people p
    where
      a.conference_id = $7
      and a.user_id = p.user_id
      and (
        p.has_seat
        and (
          p.current = 'waitlisted'
          or p.current = 'cancelled'
          and p.checked_in_at is not null
        )
        or p.checked_in_at is not null
        and p.current <> 'checked_in'
        or (
          a.ticket_type is null
          and p.ticket_type is not null
          or p.claimed_by is null
          and a.claimed_by is not null
          and (
            a.ticket_type is null
            or p.ticket_type is not null
          )
          and a.ticket_type is not distinct from p.ticket_type
        )
      )
  ),
  taken as (
    select
      (
        select count(*)
        from admitted
        where holds_seat(status)
      ) + (
        select count(*)
        from people p
        where
          p.has_seat
          and (
            p.current = 'waitlisted'
            or p.current = 'cancelled'
            and p.checked_in_at is not null
          )
      ) as attendees,
      (
        select count(*)
        from due
        where has_seat
      ) as invited,
      (
        select count(*)
        from due
        where has_seat
      ) - (
        select count(*)
        from people p
        where
          p.has_seat
          and (
            p.current is null
            or p.has_seat
            and (
              p.current = 'waitlisted'
              or p.current = 'cancelled'
              and p.checked_in_at is not null
            )
          )
      ) as freed
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count + taken.attendees,
      invited_count = invited_count - taken.invited,
      over_capacity_count = greatest(0, over_capacity_count - taken.freed)
    from taken
    where id = $8
  ),
  filled as (
    update users u
    set
      (company, job_title, version, updated_at) = row (
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title),
        u.version + 1,
        now()
      )
    from people p
    where
      u.id = p.user_id
      and (u.company, u.job_title) is distinct from (
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)
      )
  ),
  claimed as (
    update conference_invitations i
    set
      claimed_by = due.user_id,
      claimed_at = $9,
      has_seat = false
    from due
    where i.id = due.id
  )
select
  freed,
  (
    select
      coalesce(
        json_agg(
          placed
          order by user_id
        ),
        '[]'
      )
    from
      (
        select
          user_id,
          status
        from admitted
        union all
        select
          p.user_id,
          'registered'
        from people p
        where
          p.has_seat
          and (
            p.current = 'waitlisted'
            or p.current = 'cancelled'
            and p.checked_in_at is not null
          )
      ) placed
  ) as places
from taken;
