with
  people as (
    select
      user_id,
      row as place,
      first_name,
      last_name,
      company,
      job_title,
      ticket_type
    from staged_attendees
    where user_id is not null
  ),
  admitted as (
    insert into conference_attendances (conference_id, user_id, status, ticket_type, registered_at)
    select
      $1,
      p.user_id,
      case
        when row_number() over (
          order by p.place
        ) > $2 then 'waitlisted'
        else 'registered'
      end,
      p.ticket_type,
      $3
    from people p
    where
      not exists (
        select
        from conference_attendances a
        where
          a.conference_id = $4
          and a.user_id = p.user_id
      )
    order by p.place
    returning status
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count + (
        select count(*)
        from admitted
        where status = 'registered'
      )
    where
      id = $5
      and exists (
        select
        from admitted
        where status = 'registered'
      )
  ),
  ticketed as (
    update conference_attendances a
    set ticket_type = p.ticket_type
    from people p
    where
      a.conference_id = $6
      and a.user_id = p.user_id
      and p.ticket_type is not null
      and a.ticket_type is distinct from p.ticket_type
    returning 1
  ),
  filled as (
    update users u
    set
      (messenger_first_name, messenger_last_name, company, job_title, updated_at) = row (
        imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name),
        imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name),
        imported_if_empty('company', u.edited_fields, u.company, p.company),
        imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title),
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
    from admitted
  ) as created,
  (
    select count(*)
    from ticketed
  ) as updated;
