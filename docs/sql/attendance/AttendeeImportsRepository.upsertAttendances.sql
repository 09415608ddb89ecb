with
  people as materialized (
    select distinct
      on (s.user_id) s.user_id,
      a.status as current,
      s.has_seat as is_seated,
      s.queue_number,
      s.ticket_type,
      case
        when s.messenger_id is not null
        and coalesce(s.found_by not in ('ticket_code', 'email'), true) then null
        when s.found_by in ('ticket_code', 'email') then a.claimed_by
        else 'username'
      end as claimed_by,
      case
        when s.messenger_id is not null
        and coalesce(s.found_by not in ('ticket_code', 'email'), true) then s.first_name
      end as first_name,
      case
        when s.messenger_id is not null
        and coalesce(s.found_by not in ('ticket_code', 'email'), true) then s.last_name
      end as last_name,
      case
        when s.messenger_id is not null
        and coalesce(s.found_by not in ('ticket_code', 'email'), true) then s.company
      end as company,
      case
        when s.messenger_id is not null
        and coalesce(s.found_by not in ('ticket_code', 'email'), true) then s.job_title
      end as job_title
    from
      staged_attendees s
      left join conference_attendances a on a.conference_id = $1
      and a.user_id = s.user_id
    where s.user_id is not null
    order by
      s.user_id,
      s.row
  ),
  admitted as (
    insert into conference_attendances (conference_id, user_id, status, queue_number, ticket_type, claimed_by, registered_at)
    select
      $2,
      p.user_id,
      case
        when p.is_seated then 'registered'
        else 'waitlisted'
      end,
      p.queue_number,
      p.ticket_type,
      p.claimed_by,
      $3
    from people p
    where p.current is null
    order by p.queue_number
    returning
      user_id,
      status
  ),
  counted as (
    update conferences
    set attendee_count = attendee_count + taken.count
    from
      (
        select count(*)
        from admitted
        where holds_seat(status)
      ) taken
    where
      id = $4
      and taken.count > 0
  ),
  ticketed as (
    update conference_attendances a
    set
      ticket_type = coalesce(p.ticket_type, a.ticket_type),
      claimed_by = p.claimed_by,
      version = a.version + 1
    from people p
    where
      a.conference_id = $5
      and a.user_id = p.user_id
      and (
        p.ticket_type is not null
        and a.ticket_type is distinct from p.ticket_type
        or p.claimed_by is null
        and a.claimed_by is not null
        and (
          a.ticket_type is null
          or p.ticket_type is not null
        )
      )
    returning 1
  ),
  filled as (
    update users u
    set
      (messenger_first_name, messenger_last_name, company, job_title, version, updated_at) = row (
        imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name),
        imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name),
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title),
        u.version + 1,
        now()
      )
    from people p
    where
      u.id = p.user_id
      and (u.messenger_first_name, u.messenger_last_name, u.company, u.job_title) is distinct from (
        imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name),
        imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name),
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)
      )
  )
select
  (
    select count(*)
    from staged_attendees
  ) as staged,
  (
    select count(*)
    from staged_attendees s
    where
      messenger_id is null
      and username is not null
      and not (
        s.ticket_hashes is not null
        or s.scan_hashes is not null
        or s.email_hashes is not null
      )
  ) as by_username,
  (
    select count(*)
    from admitted
  ) as created,
  (
    select count(*)
    from ticketed
  ) as updated;
